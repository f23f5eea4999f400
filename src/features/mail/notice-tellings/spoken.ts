import type { NoticeFacts } from '#features/mail/inbox/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, weekNumber } from '#messages/dates.ts'

/** What a notice says aloud: one sentence or two without amounts, IBANs and reasons, for whoever holds the phone reads it. */
export function spokenOf(facts: NoticeFacts, t: Translator): string {
  switch (facts.kind) {
    case 'plan':
      return t(`page.mail.templates.plan.texts.${facts.event}`)
    case 'departure':
      return t(`page.mail.templates.departure.texts.${facts.event}`)
    case 'contract':
      return t(`page.mail.templates.contract.texts.${facts.event}`)
    case 'fine':
      return t('page.mail.templates.fine.text', { number: facts.number })
    case 'receipt-missing':
      return t('page.mail.templates.receipt-missing.text', { count: facts.count })
    case 'paper': {
      const day = facts.day === '' ? '' : formatDayShort(facts.day, t.language)
      return t(`page.notices.spoken.paper.${facts.event}`, { paper: facts[t.language], day })
    }
    case 'correction-done':
    case 'correction-declined':
      return t(`page.notices.spoken.${facts.kind}`, { field: t(`page.corrections.fields.${facts.field}`) })
    case 'damage':
    case 'damage-answered':
      return t(`page.notices.spoken.${facts.kind}`, { plate: facts.plate })
    case 'iban-changed':
    case 'keys-moved':
    case 'receipt-unasked':
      return t(`page.notices.spoken.${facts.kind}`)
    case 'adjustment':
    case 'dispute-accepted':
    case 'dispute-declined':
    case 'payment-undone':
    case 'receipt-accepted':
    case 'receipt-declined':
    case 'reward':
    case 'reward-taken':
    case 'statement-issued':
    case 'statement-paid':
    case 'statement-void':
      return t(`page.notices.spoken.${facts.kind}`, { number: weekNumber(facts.week) })
  }
}
