import { firstOf } from '#domain/certain.ts'
import { hasPower, type User } from '#domain/access.ts'
import { withoutCaseAndAccents } from '#features/search/schema.ts'
import type { MessageKey, Translator } from '#messages/catalogue.ts'
import { placeAt } from '#web/places.ts'
import type { IconName } from '#web/ui/icon.tsx'
import { ADMIN_MENU } from './menus.ts'

type OfficePage = { to: string; label: MessageKey; icon: IconName; description: MessageKey | null }

function page(to: string, icon: IconName, label: MessageKey): OfficePage {
  return { to, icon, label, description: null }
}

/** Places for acts that are no entries of the menu, under the titles of their pages. */
const ACTS: readonly OfficePage[] = [
  page('/admin/drivers/new', 'person', 'page.fleet.newDriver.title'),
  page('/admin/drivers/list', 'people', 'page.driverList.title'),
  page('/admin/drivers/invitations', 'mail', 'page.account.inviteAll.title'),
  page('/admin/contracts/new', 'document', 'page.contracts.choose.title'),
  page('/admin/contracts/templates', 'document', 'page.contractTemplates.title'),
  page('/admin/drivers/corrections', 'people', 'page.corrections.office.title'),
  page('/admin/drivers/leavers', 'people', 'page.departures.list.title'),
  page('/admin/vehicles/new', 'car', 'page.fleet.newVehicle.title'),
  page('/admin/vehicles/list', 'car', 'page.carList.title'),
  page('/admin/vehicles/calendar', 'car', 'page.holders.title'),
  page('/admin/vehicles/week', 'car', 'page.shifts.title'),
  page('/admin/vehicles/shifts', 'car', 'page.shifts.patterns.title'),
  page('/admin/vehicles/shifts/requests', 'car', 'page.shifts.requests.title'),
  page('/admin/documents/deadlines', 'document', 'page.papers.deadlines.title'),
  page('/admin/vehicles/accidents', 'car', 'page.accidents.title'),
  page('/admin/vehicles/fines/new', 'car', 'page.fines.form.title'),
  page('/admin/recruitment/messages', 'mail', 'page.recruitment.messagesTitle'),
  page('/admin/data/newcomers', 'people', 'page.newcomers.title'),
  page('/admin/data/recognised', 'people', 'page.recognised.title'),
  page('/admin/weekly/disputes', 'receipt', 'page.disputes.office.title'),
  page('/admin/financing/new', 'coins', 'page.plans.form.title'),
  page('/admin/account', 'coins', 'page.accounts.title'),
  page('/admin/accounting/codes', 'document', 'page.accounting.codes.title'),
  page('/admin/account/reclassifications', 'coins', 'page.accounts.classes.title'),
  page('/admin/offer', 'tag', 'page.offer.title'),
  page('/admin/users/invite', 'key', 'page.users.invite.title'),
  page('/admin/users/audit', 'document', 'page.audit.title'),
  page('/admin/privacy/record', 'document', 'page.privacy.record.title'),
]

const PAGES: readonly OfficePage[] = [
  ...ADMIN_MENU.flatMap(({ items }) =>
    items.map(({ href, icon, label, description }) => ({ to: href, icon, label, description })),
  ),
  ...ACTS,
]

export type FoundPage = { to: string; name: string; facts: string; icon: IconName }

/**
 * Pages of the office whose words contain all of these (ignoring case and accents) and that the reader may use; with `user` null, all of
 * them. Matches in a page's name come before matches in its description.
 */
export function findPages(words: readonly string[], user: User | null, t: Translator): FoundPage[] {
  const found = PAGES.filter(({ to }) => mayUse(to, user)).flatMap(({ to, icon, label, description }) => {
    const [name, facts] = [t(label), description ? t(description) : '']
    const places = [withoutCaseAndAccents(name), withoutCaseAndAccents(`${name} ${facts}`)].map((text) =>
      words.every((word) => text.includes(word)),
    )
    return places.includes(true) ? [{ to, name, facts, icon, isNamed: firstOf(places) }] : []
  })
  return found
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))
    .map(({ isNamed: _isNamed, ...foundPage }) => foundPage)
}

/** A place that is only a form is found only by readers who may send it. */
function mayUse(to: string, user: User | null): boolean {
  if (!user) return true
  const place = placeAt(to)
  return place?.kind !== 'form' || !place.asks || place.asks === 'anybody' || hasPower(user, place.asks)
}
