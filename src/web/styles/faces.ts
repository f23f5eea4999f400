// oxlint-disable import/default -- the bundler makes them
import latinExt from '@fontsource-variable/rubik/files/rubik-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/rubik/files/rubik-latin-wght-normal.woff2?url'
import rubik from './rubik/rubik-pt-en.woff2?url'

/** Letters of Portuguese and English in one small file, on every page; see rubik/README.md. */
export const FONT = rubik

/** Other letters of people's names, fetched when a page contains one. All files have the same range of weights. */
const OTHER_LETTERS = [
  {
    file: latin,
    range:
      'U+A1-A2,U+A4-A6,U+A8,U+AC-AF,U+B1-B6,U+B8-B9,U+BC-BF,U+C4-C6,U+C8,U+CB-CC,U+CE-D2,U+D6,U+D8-D9,U+DB,U+DD-DF,U+E4-E6,U+E8,U+EB-EC,U+EE-F2,U+F6,U+F8-F9,U+FB,U+FD-FF,U+131,U+152-153',
  },
  { file: latinExt, range: 'U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E80-1E85,U+1E9E' },
]

const rubikIn = (file: string, more = '') =>
  `@font-face{font-family:Rubik Variable;font-style:normal;font-display:swap;font-weight:400 700;src:url(${file})${more}}`

/** Arial scaled to Rubik's width and height, so that little moves when the font arrives. */
const FALLBACK =
  '@font-face{font-family:Rubik Fallback;src:local(Arial),local(Liberation Sans),local(Helvetica);size-adjust:102.5%;ascent-override:91.2%;descent-override:24.4%;line-gap-override:0%}'

/**
 * The fonts. They stand in the head of each page and in no sheet: when a sheet brings a font face after the first paint, the browser
 * chooses its fonts again, and text that `facesOfFirstVisit` keeps still would move.
 */
export const FACES = [
  rubikIn(FONT),
  ...OTHER_LETTERS.map(({ file, range }) => rubikIn(file, `;unicode-range:${range}`)),
  FALLBACK,
].join('')

/**
 * For the first page of a visit, which is painted before its font can be there: words that somebody already reads neither change nor move.
 * The next page has the font.
 */
export function facesOfFirstVisit(css: string): string {
  return css.replaceAll('font-display:swap', 'font-display:optional')
}
