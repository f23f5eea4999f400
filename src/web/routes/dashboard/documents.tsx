import { useSearchParams } from 'react-router'
import { dayAt, listSlots } from '#features/papers/queries.server.ts'
import { readDriver } from '#features/papers/readiness/queries.server.ts'
import type { PaperSlot } from '#features/papers/schema.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { MayDrive, PaperSlots } from '#web/parts/paper-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Page } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/documents.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const slots = await listSlots({ holder: 'driver', id: driver }, now)
    return { slots, readiness: await readDriver(driver, dayAt(now)) }
  })

/** The driver's own papers: what is missing first, each one tap from being sent. */
export default function OwnDocumentsScreen({ loaderData: { slots, readiness } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  return (
    <Page width="narrow">
      <PageHead title={t('page.papers.own.title')} subtitle={t('page.papers.own.subtitle')} />
      <Stack>
        {query.get('done') === 'sent' ? <Done>{t('page.papers.own.sent')}</Done> : null}
        <MayDrive of="driver" readiness={readiness} isOwn />
        <Card title={t('page.papers.own.list')}>
          <PaperSlots slots={slots} base="/dashboard/documents" acts={OwnActs} />
        </Card>
      </Stack>
    </Page>
  )
}

function OwnActs({ slot: { kind, counts, onItsWay, look }, base }: { slot: PaperSlot; base: string }) {
  const t = useT()
  const paper = kind.name[t.language]
  const isWaiting = onItsWay?.state === 'sent'
  const isUrgent = !isWaiting && (look === 'missing' || look === 'expired' || look === 'running-out')
  const open = counts?.fileName ? counts : isWaiting && onItsWay.fileName ? onItsWay : null
  return (
    <>
      {open ? (
        <Link to={`${base}/files/${open.id}`} file aria-label={t('page.papers.openNamed', { paper })}>
          {t('page.papers.open')}
        </Link>
      ) : null}
      {kind.fromDriver ? (
        <LinkButton
          to={`${base}/${kind.code}`}
          kind={isUrgent ? 'primary' : 'outlined'}
          aria-label={t('page.papers.own.sendNamed', { paper })}
        >
          {t(isWaiting ? 'page.papers.own.again' : 'page.papers.own.send')}
        </LinkButton>
      ) : null}
    </>
  )
}
