import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'

/**
 * Somebody at the page, each of whose acts is counted: a press, a drop of files, what is typed into one field. Looking,
 * scrolling and moving from one thing to the next is no act.
 */
export type CountedUser = {
  acts: () => number
  press: (target: Locator) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
  drop: (input: Locator, files: readonly string[]) => Promise<void>
}

export function mouse(): CountedUser {
  let acts = 0
  return {
    acts: () => acts,
    press: async (target) => {
      acts += 1
      await target.click()
    },
    type: async (field, text) => {
      acts += 1
      await field.fill(text)
    },
    drop: async (input, files) => {
      acts += 1
      await input.setInputFiles([...files])
    },
  }
}

/** As far as a person goes with one key before giving up. */
const MAX_TABS = 150

/** Nothing but the keyboard: Tab to get there, Enter or Space to press. */
export function keyboard(page: Page): CountedUser {
  let acts = 0
  // Playwright takes the chooser over only while somebody listens; asked at each press it can come after the key.
  page.on('filechooser', () => {})
  const reach = async (target: Locator) => {
    // Looked for once: to find it anew by its role at each step asks every element of the page for its name.
    const wanted = await target.elementHandle()
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      await page.keyboard.press('Tab')
      if (await wanted?.evaluate((element) => element === document.activeElement)) return
    }
    expect.fail(`${MAX_TABS} tabs do not reach ${target}`)
  }
  return {
    acts: () => acts,
    press: async (target) => {
      await reach(target)
      acts += 1
      await page.keyboard.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
    },
    type: async (field, text) => {
      await reach(field)
      acts += 1
      await page.keyboard.type(text)
    },
    drop: async (input, files) => {
      await reach(input)
      acts += 1
      const chooser = page.waitForEvent('filechooser')
      await page.keyboard.press('Enter')
      await (await chooser).setFiles([...files])
    },
  }
}
