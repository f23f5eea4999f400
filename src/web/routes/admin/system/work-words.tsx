import { Moment } from '#web/parts/moment.tsx'
import type { GivenUp } from '#features/system/given-up/schema.ts'
import type { Translator } from '#messages/catalogue.ts'

/** What is not done as long as this work is given up. */
export function undoneWords({ task }: Pick<GivenUp, 'task'>, t: Translator): string {
  return t.find(`page.givenUp.undone.${task}`) ?? t('page.givenUp.unknown')
}

export function nextTryWords({ comes }: Pick<GivenUp, 'comes'>, t: Translator): string {
  return t(`page.givenUp.comes.${comes ?? 'never'}`)
}

/** The facts for the decision. Work that somebody left undone has no last try: leaving it was its last event. */
export function workFacts(work: Omit<GivenUp, 'error' | 'id'> & { isLeft?: boolean }, t: Translator) {
  return {
    ordered: <Moment at={work.orderedAt} />,
    tried: work.isLeft ? null : <Moment at={work.endedAt} />,
    tries: work.tries,
    comes: nextTryWords(work, t),
  }
}
