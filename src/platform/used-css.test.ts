import { expect, test } from 'vitest'
import { usedCss, withoutUnreadProperties } from './used-css.ts'

const PAGE = '<html class="a"><body><nav class="bar wide" id="top"><a href="/">x</a></nav></body></html>'

test('a rule stays when every class, id and element it asks for stands in the page', () => {
  expect(usedCss('.bar{x:1}.gone{x:2}nav .wide{x:3}table .bar{x:4}#top{x:5}#other{x:6}', PAGE)).toBe(
    '.bar{x:1}nav .wide{x:3}#top{x:5}',
  )
})

test('of a list of selectors those that can match stay; what a selector excludes is not asked for', () => {
  expect(usedCss('.gone,.bar:not(.shut),.wide:is(.b,.c)>a::before{x:1}', PAGE)).toBe(
    '.bar:not(.shut),.wide:is(.b,.c)>a::before{x:1}',
  )
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
