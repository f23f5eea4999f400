import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Expects the page to be accessible: no violation of `rules`, which are those of the guidelines, or all there are. Runs
 * axe in the page itself, and only for violations: a second page for the sums and the lists of what is right would take
 * most of the time.
 */
export async function expectAccessible(page: Page, place = '', rules: 'guidelines' | 'all' = 'guidelines') {
  // Scroll to the top: the header that stays there would hide a part of whatever field the page was scrolled to.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
  const { violations } = await (rules === 'all' ? axe : axe.withTags(WCAG)).analyze()
  expect(violations.map(({ id, nodes }) => `${place} ${id}: ${nodes.map(({ target }) => target).join(' · ')}`)).toEqual(
    [],
  )
}
