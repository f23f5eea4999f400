import type { Translator } from '#messages/catalogue.ts'

/** What a mail is called on a screen: one that only repeats a notice has the name of that notice. */
export function mailName(t: Translator, template: string): string {
  return t.find(`page.mail.templates.${template}.name`) ?? t.find(`page.notices.events.${template}`) ?? template
}
