import type { Translator } from '#messages/catalogue.ts'

/** The name of a mail on a screen; a mail that only repeats a notice has the notice's name. */
export function mailName(t: Translator, template: string): string {
  return t.find(`page.mail.templates.${template}.name`) ?? t.find(`page.notices.events.${template}`) ?? template
}
