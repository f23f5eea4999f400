import type { MessageKey } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { useBrand } from '#web/shell/brand.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Beside, Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** What is asked most, the most urgent for money first, and where it is answered. */
const QUESTIONS = [
  { name: 'payday', to: '/dashboard', place: 'common.menu.driver.dashboard' },
  { name: 'wrong', to: '/dashboard/payslips', place: 'common.menu.driver.payslips' },
  { name: 'receipt', to: '/dashboard/payslips', place: 'common.menu.driver.payslips' },
  { name: 'paper', to: '/dashboard/documents', place: 'common.menu.driver.documents' },
  { name: 'police', to: '/dashboard/documents/roadside', place: 'page.papers.roadside.link' },
  { name: 'data', to: '/dashboard/data', place: 'common.menu.driver.data' },
  { name: 'fine', to: '/dashboard/fines', place: 'page.fines.own.title' },
  { name: 'accident', to: '/dashboard/inspections', place: 'page.driverHome.car.inspections' },
  { name: 'advance', to: '/dashboard/financing', place: 'common.menu.driver.financing' },
] as const satisfies readonly { name: string; to: string; place: MessageKey }[]

/** What drivers ask, each with its answer and its place; and how a person is reached. */
export default function HelpScreen() {
  const t = useT()
  const { phone, phoneHref } = useBrand()
  return (
    <>
      <PageHead
        title={t('page.help.title')}
        subtitle={t('page.help.subtitle')}
        actions={
          phone ? (
            <LinkButton to={`tel:${phoneHref}`} kind="primary" icon="phone">
              {t('page.help.office.call')}
            </LinkButton>
          ) : null
        }
      />
      <Beside>
        <Items>
          {QUESTIONS.map(({ name, to, place }) => (
            <Item
              key={name}
              title={t(`page.help.questions.${name}.asked`)}
              heading="h2"
              acts={<Link to={to}>{t(place)}</Link>}
            >
              <Words>{t(`page.help.questions.${name}.answer`)}</Words>
            </Item>
          ))}
        </Items>
        <Office />
      </Beside>
    </>
  )
}

function Office() {
  const t = useT()
  const { phone, phoneHref, callKind, hours, email } = useBrand()
  return (
    <Card title={t('page.help.office.title')}>
      <Stack>
        {phone || email ? null : <Words>{t('page.help.office.unset')}</Words>}
        {phone ? (
          <div>
            <a href={`tel:${phoneHref}`}>{phone}</a>
            {callKind ? <Words look="small">{t(`common.brand.calls.${callKind}`)}</Words> : null}
          </div>
        ) : null}
        {email ? (
          <Links>
            <a href={`mailto:${email}`}>{email}</a>
          </Links>
        ) : null}
        {hours ? <Words>{t('page.help.office.hours', { hours })}</Words> : null}
        <Actions>
          <LinkButton to="/contact/message?topic=statement">{t('page.help.office.write')}</LinkButton>
        </Actions>
      </Stack>
    </Card>
  )
}
