import { expect, test } from 'vitest'
import { readSheet, usedCss as usedOf, withoutUnreadProperties } from './used-css.ts'

const usedCss = (css: string, page: string, states?: string[]) => usedOf([readSheet(css)], page, states)

const PAGE = '<html class="a"><body><nav class="bar wide" id="top"><a href="/">x</a></nav></body></html>'

test('a rule stays when every class, id and element it asks for stands in the page', () => {
  expect(usedCss('.bar{x:1}.gone{x:2}nav .wide{x:3}table .bar{x:4}#top{x:5}#other{x:6}', PAGE)).toBe(
    '.bar{x:1}nav .wide{x:3}#top{x:5}',
  )
})

test('of a list of selectors those that can match stay; what a selector excludes is not asked for', () => {
  expect(usedCss('.gone,.bar:not(.shut),.wide:is(.b,.bar)>a::before,a:nth-child(2n + 1){x:1}', PAGE)).toBe(
    '.bar:not(.shut),.wide:is(.b,.bar)>a::before,a:nth-child(2n + 1){x:1}',
  )
})

test('of the alternatives inside :is and :has one has to be in the page', () => {
  expect(usedCss('html:has(.gone){x:1}html:has(> body .bar){x:2}.wide:is(.b,:has(table)){x:3}', PAGE)).toBe(
    'html:has(> body .bar){x:2}',
  )
  expect(
    usedCss(':is(.gone:not(.bar),nav:is(.b,:where(.wide)))>a{x:1}.bar:has(:focus-visible,[open]){x:2}', PAGE),
  ).toBe(':is(.gone:not(.bar),nav:is(.b,:where(.wide)))>a{x:1}.bar:has(:focus-visible,[open]){x:2}')
})

test('classes that a script sets stay', () => {
  expect(usedCss('html.dark .bar{x:1}', PAGE)).toBe('')
  expect(usedCss('html.dark .bar{x:1}', PAGE, ['dark'])).toBe('html.dark .bar{x:1}')
})

test('groups keep their order and go when nothing of theirs stays', () => {
  expect(usedCss('@layer a,b;@layer b{.bar{x:1}@media (max-width:9px){.gone{x:2}}}@layer a{.gone{x:3}}', PAGE)).toBe(
    '@layer a,b;@layer b{.bar{x:1}}',
  )
})

test('an animation stays as long as a rule names it; fonts stay', () => {
  const font = '@font-face{font-family:R;src:url(r)}'
  expect(usedCss(`${font}.bar{animation:pass 1s}@keyframes pass{20%{x:1}}@keyframes lost{to{x:2}}`, PAGE)).toBe(
    `${font}.bar{animation:pass 1s}@keyframes pass{20%{x:1}}`,
  )
})

test('a font for letters that the page does not have goes', () => {
  const font = (range: string) => `@font-face{font-family:R;src:url(r);unicode-range:${range}}`
  expect(usedCss(font('U+0-7F'), PAGE)).toBe(font('U+0-7F'))
  expect(usedCss(font('U+100-130,U+2c60'), PAGE)).toBe('')
  expect(usedCss(font('U+100-130,U+2c60'), PAGE.replace('>x<', '>Łódź<'))).toBe('')
  expect(usedCss(font('U+100-17F'), PAGE.replace('>x<', '>Łódź<'))).toBe(font('U+100-17F'))
})

test('custom properties stay as long as something reads them, over whatever way', () => {
  expect(withoutUnreadProperties(':root{--a:1;--b:var(--a);--c:var(--d);--d:2}.bar{x:var( --b,3)}')).toBe(
    ':root{--a:1;--b:var(--a);}.bar{x:var( --b,3)}',
  )
})

test('strings and comments may hold any sign', () => {
  expect(usedCss('/* a{b} */.bar::after{content:"}{;"}.wide[data-x="{"]{x:1}', PAGE)).toBe(
    '.bar::after{content:"}{;"}.wide[data-x="{"]{x:1}',
  )
})
