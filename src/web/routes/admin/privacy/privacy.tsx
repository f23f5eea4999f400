import type { MessageKey } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Item, Items } from '#web/ui/items.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export const loader = shows(() => Promise.resolve({}))

const PARTS: readonly { to: string; title: MessageKey; text?: MessageKey }[] = [
  {
    to: '/admin/privacy/requests',
    title: 'page.privacy.requests.title',
    text: 'page.privacy.requests.subtitle',
  },
  {
    to: '/admin/privacy/breaches',
    title: 'page.privacy.breaches.title',
    text: 'page.privacy.breaches.subtitle',
  },
  { to: '/admin/privacy/erasures', title: 'page.privacy.erase.list', text: 'page.privacy.erase.listText' },
  {
    to: '/admin/privacy/retention',
    title: 'page.privacy.retention.title',
    text: 'page.privacy.retention.subtitle',
  },
  { to: '/admin/privacy/record', title: 'page.privacy.record.title', text: 'page.privacy.record.linkText' },
  { to: '/admin/data/positions/assessment', title: 'page.privacy.record.assessment' },
]

/** The office's pages about stored personal data. */
export default function PrivacyScreen() {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.privacy.title')} subtitle={t('page.privacy.subtitle')} />
      <Page width="middle">
        <Items>
          {PARTS.map(({ to, title, text }) => (
            <Item key={to} heading="h2" title={t(title)} to={to}>
              {text ? <p>{t(text)}</p> : null}
            </Item>
          ))}
        </Items>
      </Page>
    </>
  )
}
