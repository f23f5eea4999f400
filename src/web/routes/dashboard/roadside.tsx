import type { ReactNode } from 'react'
import { SERVICE_KINDS, isInForce } from '#domain/contract.ts'
import type { Check } from '#domain/inspection.ts'
import { showPlate } from '#domain/identifiers.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { listOwnContracts } from '#features/contracts/queries.server.ts'
import { listOwnInspections } from '#features/fleet/inspections/queries.server.ts'
import { dayAt, listRoadside } from '#features/papers/queries.server.ts'
import type { PaperSlot } from '#features/papers/schema.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { KeptArea } from '#web/parts/kept-area.tsx'
import { PAPER_TONES, numberWords } from '#web/parts/paper-parts.tsx'
import { areaKeptUntil, ownDriver } from '#web/session.server.ts'
import { Card, Grid, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/roadside.ts'

/** The things in a car that an inspector asks for. */
const ASKED: readonly Check[] = ['sticker', 'notices', 'vest', 'triangle', 'extinguisher']

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const today = dayAt(now)
    const { own, cars, company } = await listRoadside(driver, now)
    const [operator, contracts, inspections] = [
      await findCompany(),
      await listOwnContracts(driver),
      await listOwnInspections(driver),
    ]
    // The law asks for the contract under which somebody drives: a rent or a deposit is none.
    const contract = contracts.find(
      (contractView) => SERVICE_KINDS.includes(contractView.kind) && isInForce(contractView, today),
    )
    return {
      own,
      company,
      operator: operator?.name ?? '',
      until: areaKeptUntil(context),
      contract: contract ? { id: contract.id, number: contract.number } : null,
      cars: cars.map((car) => {
        // After a return somebody else has the car: the earlier checklist says nothing about it now.
        const seen = inspections.find(({ kind, vehicle }) => kind === 'out' && vehicle.plate === car.plate)
        return {
          ...car,
          seen: seen ? { at: seen.at, goes: ASKED.filter((item) => seen.checklist.includes(item)) } : null,
        }
      }),
    }
  })

/** Every paper that is asked for at the roadside, on one page; those of the car first. */
export default function RoadsideScreen({
  loaderData: { own, cars, company, operator, contract, until },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <Page>
      <PageHead
        back={{ to: '/dashboard/documents', label: t('page.papers.own.title') }}
        title={t('page.papers.roadside.title')}
        subtitle={t('page.papers.roadside.subtitle')}
      />
      <KeptArea until={until} />
      <Grid>
        <Stack>
          {cars.length === 0 ? <EmptyState title={t('page.papers.roadside.noCar')} /> : null}
          {cars.map(({ plate, name, slots, seen }) => (
            <Card key={plate} title={[showPlate(plate), name].filter(Boolean).join(' · ')}>
              <Shown slots={slots}>
                <Item title={t('page.papers.roadside.goes')}>
                  {seen === null || seen.goes.length === 0 ? (
                    <p>{t('page.papers.roadside.goesNot')}</p>
                  ) : (
                    <>
                      {/* One of the names is a list with commas. */}
                      <p>{seen.goes.map((check) => t(`page.inspections.checks.${check}`)).join('; ')}</p>
                      <Words look="small">
                        {t('page.papers.roadside.goesSeen', { at: formatInstant(seen.at, t.language) })}
                      </Words>
                    </>
                  )}
                </Item>
              </Shown>
            </Card>
          ))}
        </Stack>
        <Stack>
          <Card title={t('page.papers.roadside.own')}>
            <Shown slots={own}>
              <Item
                title={t('page.papers.roadside.contract')}
                acts={
                  contract ? (
                    <Link to={`/dashboard/documents/contracts/${contract.id}`} file data-keep="once">
                      {t('page.papers.open')}
                    </Link>
                  ) : null
                }
              >
                <p>
                  {contract
                    ? t('page.papers.roadside.contractOf', { number: contract.number })
                    : t('page.papers.roadside.noContract')}
                </p>
              </Item>
              <Item
                title={t('page.times.title')}
                acts={
                  <Link to="/dashboard/documents/times/files/pdf" file data-keep="daily">
                    {t('page.times.export.pdf')}
                  </Link>
                }
              >
                <Words look="small">{t('page.times.notTheRecord')}</Words>
              </Item>
            </Shown>
          </Card>
          {company.length > 0 ? (
            <Card title={t('page.papers.roadside.company', { name: operator })}>
              <Shown slots={company} />
            </Card>
          ) : null}
        </Stack>
      </Grid>
      <Words look="small">{t('page.papers.roadside.paper')}</Words>
      <div data-kept-note="" hidden>
        <Words look="small">{t('page.papers.roadside.kept')}</Words>
      </div>
    </Page>
  )
}

/** Each paper in the order of the list, with its whole number, because its holder shows it. */
function Shown({ slots, children }: { slots: readonly PaperSlot[]; children?: ReactNode }) {
  const t = useT()
  return (
    <Items>
      {slots.map(({ kind, current, shownState }) => {
        const name = kind.name[t.language]
        return (
          <Item
            key={kind.code}
            title={name}
            aside={<State tone={PAPER_TONES[shownState]}>{t(`page.papers.looks.${shownState}`)}</State>}
            acts={
              current?.fileName ? (
                <Link
                  to={`/dashboard/documents/files/${current.id}`}
                  file
                  data-keep="once"
                  aria-label={t('page.papers.openNamed', { paper: name })}
                >
                  {t('page.papers.open')}
                </Link>
              ) : null
            }
          >
            {current ? (
              <p>
                {[
                  current.number === null ? null : numberWords(t, kind, current.number),
                  current.expiresOn === null
                    ? null
                    : t('page.papers.facts.until', { day: formatDayShort(current.expiresOn, t.language) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            ) : null}
          </Item>
        )
      })}
      {children}
    </Items>
  )
}
