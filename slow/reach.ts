import type { Page } from 'playwright-core'

/** How far to the right a page's content reaches, in px: words, fields and pictures, but not the tabs of a record. */
export function reachOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main) return 0
    const isSeen = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('nav, .visually-hidden')
    let right = 0
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let words = walker.nextNode(); words; words = walker.nextNode()) {
      if (!words.textContent?.trim() || !words.parentElement || !isSeen(words.parentElement)) continue
      range.selectNodeContents(words)
      right = Math.max(right, ...[...range.getClientRects()].map((box) => box.right))
    }
    for (const control of main.querySelectorAll('input:not([type=hidden]), select, textarea, button, img, svg, iframe'))
      if (isSeen(control)) right = Math.max(right, control.getBoundingClientRect().right)
    return Math.round(right)
  })
}
