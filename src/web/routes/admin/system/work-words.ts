import type { GivenUp } from '#features/system/given-up/schema.ts'
import type { Translator } from '#messages/catalogue.ts'

/** What is not done while it is given up. */
export function undoneWords({ task }: Pick<GivenUp, 'task'>, t: Translator): string {
  return t.find(`page.givenUp.undone.${task}`) ?? t('page.givenUp.unknown')
}

export function comesWords({ comes }: Pick<GivenUp, 'comes'>, t: Translator): string {
  return t(`page.givenUp.comes.${comes ?? 'never'}`)
}
