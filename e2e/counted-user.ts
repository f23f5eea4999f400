import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'

/**
 * A person at the page, each of whose acts is counted: a press, a drop of files, or the text typed into one field.
 * Looking, scrolling and moving from one thing to the next do not count.
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

/** The number of times a person presses Tab before giving up. */
const MAX_TABS = 150

/** A person who uses only the keyboard: Tab to get there, Enter or Space to press. */
export function keyboard(page: Page): CountedUser {
  let acts = 0
  // Playwright takes over the file chooser only while somebody listens; a listener added at each press can come after the key.
  page.on('filechooser', () => {})
  const reach = async (target: Locator) => {
    // Find the element once: finding it by its role at each step would ask every element of the page for its name.
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
