import { useSearchParams } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { findPastDeparture } from '#features/departures/queries.server.ts'
import { confirmReading } from '#features/papers/published/commands.server.ts'
import { listPublished } from '#features/papers/published/queries.server.ts'
import { type PublishedPaper, readingInput } from '#features/papers/published/schema.ts'
import { dayAt, listOwnPapers } from '#features/papers/queries.server.ts'
import { readDriver } from '#features/papers/readiness/queries.server.ts'
import type { PaperSlot } from '#features/papers/schema.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { KeptArea } from '#web/parts/kept-area.tsx'
import { MayDrive, type PaperAct, PaperSlots } from '#web/parts/paper-parts.tsx'
import { areaKeptUntil, ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Links } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/documents.ts'

/** The address of the driver's own papers. */
const BASE = '/dashboard/documents'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const { slots, cars } = await listOwnPapers(driver, now)
    const [readiness, published, left] = [
      await readDriver(driver, dayAt(now)),
      await listPublished(driver),
      await findPastDeparture(driver, now),
    ]
    return { slots, readiness, cars, published, left, until: areaKeptUntil(context) }
  })

/** Records that the driver has read a paper of the operator's. */
export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'paper.read', readingInput, async ({ paper }, change) => {
    await confirmReading(change, ownDriver(context), paper)
    return sameLanguage(request, '/dashboard/documents?done=read')
  })

/** The driver's own papers: missing ones first, each one tap from being sent. */
export default function OwnDocumentsScreen({
  loaderData: { slots, readiness, cars, published, left, until },
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = (['sent', 'read'] as const).find((name) => name === query.get('done'))
  return (
    <>
      <KeptArea until={until} />
      <PageHead
        title={t('page.papers.own.title')}
        subtitle={t(left ? 'page.papers.own.subtitleLeft' : 'page.papers.own.subtitle')}
        actions={
          left ? null : <LinkButton to="/dashboard/documents/roadside">{t('page.papers.roadside.link')}</LinkButton>
        }
      />
      <SideBySide>
        <Stack>
          {done ? <Done>{t(`page.papers.own.${done}`)}</Done> : null}
          {left ? (
            <Notice title={t('page.departures.own.left', { day: formatDayShort(left.lastDay, t.language) })}>
              <p>{t('page.papers.own.left')}</p>
            </Notice>
          ) : (
            <MayDrive of="driver" id="" readiness={readiness} isOwn />
          )}
          <Links>
            <Link to="/dashboard/documents/times">{t('page.times.ownTitle')}</Link>
          </Links>
          <Section title={t('page.papers.own.list')}>
            <PaperSlots slots={slots} acts={left ? openOnly : ownActs} />
          </Section>
        </Stack>
        <Stack>
          {published.length > 0 ? (
            <Section title={t('page.papers.company.title')}>
              <Items>
                {published.map((paper) => (
                  <Published key={paper.id} paper={paper} />
                ))}
              </Items>
            </Section>
          ) : null}
          {cars.map(({ plate, slots: ofCar }) => (
            <Section key={plate} title={t('page.papers.own.car', { plate: showPlate(plate) })}>
              <p>{t('page.papers.own.carText')}</p>
              <PaperSlots slots={ofCar} acts={ownActs} />
            </Section>
          ))}
        </Stack>
      </SideBySide>
    </>
  )
}

/** A paper of the operator's: a link to open it, and a button to confirm that it was read. */
function Published({ paper: { id, kindName, readAt } }: { paper: PublishedPaper }) {
  const t = useT()
  const name = kindName[t.language]
  return (
    <Item
      title={name}
      aside={readAt === null ? <State tone="warn">{t('page.papers.own.unread')}</State> : null}
      acts={
        <>
          <Link to={`/dashboard/documents/files/${id}`} file aria-label={t('page.papers.openNamed', { paper: name })}>
            {t('page.papers.open')}
          </Link>
          {readAt === null ? (
            <Form inline data-outbox>
              <input type="hidden" name="paper" value={id} />
              <SubmitButton aria-label={t('page.papers.own.confirmNamed', { paper: name })}>
                {t('page.papers.own.confirm')}
              </SubmitButton>
            </Form>
          ) : null}
        </>
      }
    >
      {readAt === null ? null : <p>{t('page.papers.own.readOn', { at: formatInstant(readAt, t.language) })}</p>}
    </Item>
  )
}

/** Actions for a driver who has left: papers can be opened, but nobody asks for others. */
function openOnly({ current, onItsWay }: PaperSlot): PaperAct[] {
  const open = current?.fileName ? current : onItsWay?.state === 'sent' && onItsWay.fileName ? onItsWay : null
  return open ? [{ to: `${BASE}/files/${open.id}`, words: 'open', named: 'open', isFile: true }] : []
}

/** A missing or ending paper has a button to send it; for one that is in order, a newer one can be sent. */
function ownActs(slot: PaperSlot): PaperAct[] {
  const { kind, onItsWay, shownState } = slot
  if (!kind.fromDriver) return openOnly(slot)
  const isWaiting = onItsWay?.state === 'sent'
  const isUrgent = !isWaiting && (shownState === 'missing' || shownState === 'expired' || shownState === 'running-out')
  const send: PaperAct = {
    to: `${BASE}/${kind.code}`,
    named: 'own.send',
    keep: 'daily',
    isPrimary: isUrgent,
    words: isWaiting ? 'own.again' : isUrgent ? 'own.send' : 'own.newer',
  }
  return isUrgent ? [send, ...openOnly(slot)] : [...openOnly(slot), send]
}
