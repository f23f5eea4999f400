import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { closeBrowser, newDataDirectory, startSite } from '../e2e/site.ts'
import { placeAt } from '../src/web/places.ts'
import { WHO, pagesOf } from './pages.ts'
import { reachOf } from './reach.ts'

/**
 * Takes a picture of every page of a demonstration, on a phone and on a wide screen, in both languages and both colour
 * modes; and sheets of pictures, to be looked at side by side. Also measures: anything wider than its screen, controls
 * smaller than 24 px, and pages that leave a wide screen empty but for a corner. `npm run slow -- screens`, or a part
 * of it: `node slow/screens.ts admin pt light 390 /admin/fines`. `SCREENS_OF` and `VOLANTE_DATA` name a demonstration
 * that runs already.
 */
const words = process.argv.slice(2)
const oneOf = <Name extends string>(names: readonly Name[]) => {
  const chosen = names.filter((name) => words.includes(name))
  return chosen.length > 0 ? chosen : names
}
const places = words.filter((word) => word.startsWith('/'))
const SIZES = { '390': { width: 390, height: 844 }, '1440': { width: 1440, height: 900 } } as const
/**
 * Pictures on a sheet, pictures in a row, and the width of each there, px; a longer page is cut at `height` times its
 * width.
 */
const SHEET = {
  '390': { count: 14, across: 7, width: 260, height: 3 },
  '1440': { count: 9, across: 3, width: 620, height: 1 },
}
/** The height at which longer pages are cut, px: nobody looks at more at once. */
const LONGEST = 6_000
/** The smallest target for a finger (WCAG 2.5.8), px. */
const TARGET = 24

const running = process.env['SCREENS_OF']
const site = running
  ? { url: running, data: process.env['VOLANTE_DATA']!, stop: async () => {} }
  : await startSite(newDataDirectory())
const { pathsOf, contextOf } = pagesOf(site)
const to = process.env['SCREENS_TO'] ?? mkdtempSync(join(tmpdir(), 'volante-screens-'))
/**
 * Every page of the office has something right of the first value, px, on the wide screen; most pages have something
 * right of the second.
 */
const REACH = { each: 720, most: 1_000 }
const wrong: string[] = []
const short = new Set<string>()
let looked = 0
try {
  for (const who of oneOf(WHO))
    for (const language of oneOf(['pt', 'en'])) {
      const all = await pathsOf(who, language === 'en' ? '/en' : '')
      const paths = all.filter((path) => places.length === 0 || places.some((place) => plain(path).startsWith(place)))
      for (const mode of oneOf(['light', 'dark']))
        for (const size of oneOf(['390', '1440'])) await takePictures(who, paths, { language, mode, size })
    }
} finally {
  await closeBrowser()
  await site.stop()
}
writeFileSync(join(to, 'wrong.txt'), wrong.join('\n'))
for (const problem of wrong) console.log(`! ${problem}`)
console.log(`${short.size} pages of the office with nothing right of ${REACH.most} px: ${[...short].join(', ')}`)
console.log(`${looked} pictures in ${to}; ${wrong.length} things too wide or too small`)
// The browser would wait for another page.
process.exit(wrong.length === 0 ? 0 : 1)

type Look = { language: 'pt' | 'en'; mode: 'light' | 'dark'; size: keyof typeof SIZES }

async function takePictures(who: (typeof WHO)[number], paths: readonly string[], { language, mode, size }: Look) {
  const name = [who, language, mode, size].join('-')
  const folder = join(to, name)
  mkdirSync(folder, { recursive: true })
  const context = await contextOf(who, {
    dark: mode === 'dark',
    viewport: SIZES[size],
    reducedMotion: 'reduce',
    hasTouch: size === '390',
  })
  const page = await context.newPage()
  const taken: { path: string; file: string }[] = []
  for (const path of paths) {
    await page.goto(path)
    const high = await page.evaluate(() => document.documentElement.scrollHeight)
    const file = join(
      folder,
      `${
        plain(path)
          .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
          .replaceAll(/\W+/g, '-') || 'home'
      }.png`,
    )
    // Make the screen as high as the page: a phone's bar is then in the picture once, at its foot.
    await page.setViewportSize({
      width: SIZES[size].width,
      height: Math.min(Math.max(high, SIZES[size].height), LONGEST),
    })
    await page.screenshot({ path: file })
    await page.setViewportSize(SIZES[size])
    taken.push({ path, file })
    looked++
    for (const what of await findTooWideOrSmall(page)) wrong.push(`${path} ${mode} ${size}: ${what}`)
    if (who !== 'admin' || size !== '1440') continue
    const reach = await reachOf(page)
    if (reach <= REACH.each) wrong.push(`${path} ${mode}: nothing right of ${reach} px`)
    // One page of each kind is enough.
    if (reach <= REACH.most) short.add(placeAt(path)?.file ?? path)
  }
  await context.close()
  const { count } = SHEET[size]
  for (let at = 0; at < taken.length; at += count)
    await sheet(taken.slice(at, at + count), size, join(to, `${name}-${String(at / count + 1).padStart(2, '0')}.png`))
}

/**
 * Lists what is wider than the screen, and what is too small to press: measures the area that takes a press, not the
 * one that is drawn.
 */
async function findTooWideOrSmall(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const root = document.documentElement
    const found = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth - root.clientWidth} px too wide`] : []
    for (const control of document.querySelectorAll<HTMLElement>(
      'a[href], button, summary, select, input:not([type=hidden])',
    )) {
      const { width, height } = control.getBoundingClientRect()
      if (width <= 1 || height <= 1 || !control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue
      // A link in the middle of a sentence is as high as its line.
      const around = control.parentElement?.textContent?.trim() ?? ''
      if (getComputedStyle(control).display === 'inline' && around.length > control.textContent.trim().length + 2)
        continue
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const box = control.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const half = least / 2 - 1
      const labels = 'labels' in control ? [...(control.labels as NodeListOf<HTMLElement>)] : []
      const hits = ([dx, dy]: readonly [number, number]) => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        return (
          hit !== null &&
          [control, ...labels].some(
            (own) => own === hit || own.contains(hit) || (hit.contains(own) && hit.matches('a, label, summary')),
          )
        )
      }
      // A press on the words of a box ticks it too.
      const sizes = [box, ...labels.map((label) => label.getBoundingClientRect())]
      const isWide = sizes.some(({ width: wide }) => wide >= least) || (hits([half, 0]) && hits([-half, 0]))
      const isHigh = sizes.some(({ height: high }) => high >= least) || (hits([0, half]) && hits([0, -half]))
      if (!isWide || !isHigh)
        found.push(
          `${Math.round(box.width)} × ${Math.round(box.height)} px: ${control.textContent.trim() || control.getAttribute('aria-label') || control.getAttribute('name')}`,
        )
    }
    return found
  }, TARGET)
}

async function sheet(pictures: readonly { path: string; file: string }[], size: keyof typeof SIZES, file: string) {
  const { across, width, height } = SHEET[size]
  const [cell, gap, head] = [Math.round(width * height), 12, 22]
  const down = Math.ceil(pictures.length / across)
  const parts = await Promise.all(
    pictures.map(async (picture, at) => {
      const [left, top] = [gap + (at % across) * (width + gap), gap + Math.floor(at / across) * (cell + head + gap)]
      const small = await sharp(picture.file).resize({ width }).toBuffer({ resolveWithObject: true })
      const input = await sharp(small.data)
        .extract({ left: 0, top: 0, width, height: Math.min(small.info.height, cell) })
        .toBuffer()
      const path = picture.path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replaceAll('&', '&amp;')
      const label = Buffer.from(
        `<svg width="${width}" height="${head}"><text x="0" y="15" font-family="sans-serif" font-size="13" fill="#222">${path}</text></svg>`,
      )
      return [
        { input: label, left, top },
        { input, left, top: top + head },
      ]
    }),
  )
  await sharp({
    create: {
      width: gap + across * (width + gap),
      height: gap + down * (cell + head + gap),
      channels: 3,
      background: '#cfd4cc',
    },
  })
    .composite(parts.flat())
    .png()
    .toFile(file)
}

function plain(path: string): string {
  return path.replace(/^\/en(?=\/|$)/, '')
}
