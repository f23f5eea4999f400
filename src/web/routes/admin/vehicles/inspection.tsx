import { useSearchParams } from 'react-router'
import { CHECKS } from '#domain/inspection.ts'
import { findPrevious, getInspection } from '#features/fleet/inspections/queries.server.ts'
import type { InspectionPhoto, InspectionView } from '#features/fleet/inspections/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listBarredDriversWithCar } from '#features/papers/readiness/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { CarDrawing } from '#web/parts/car-drawing.tsx'
import { DamageState, damageTitle } from '#web/parts/damage-parts.tsx'
import { MayNotDrive } from '#web/parts/may-not-drive.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Links, Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/inspection.ts'
import styles from './inspection.module.css'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const inspection = await getInspection(params.id, params.inspection)
  const taker = inspection.kind === 'out' && inspection.driver ? [inspection.driver.id] : []
  return {
    inspection,
    previous: await findPrevious(inspection),
    barredDrivers: await listBarredDriversWithCar(params.id, taker, dayAt(now)),
  }
})

/** One inspection: who, when and the kilometres, the photos beside those of the one before, and the marked damages. */
export default function InspectionScreen({
  loaderData: { inspection, previous, barredDrivers },
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { vehicle, kind, driver, at, damages, doubts } = inspection
  const base = `/admin/vehicles/${vehicle.id}`
  const title = driver
    ? t('page.inspections.with', { kind: t(`page.inspections.kinds.${kind}`), driver: driver.name })
    : t(`page.inspections.kinds.${kind}`)
  return (
    <Page>
      <SideBySide>
        <Section title={title} aside={formatInstant(at, t.language)}>
          <Stack>
            {query.get('done') === 'recorded' ? <Done>{t('page.inspections.done.recorded')}</Done> : null}
            {query.get('done') === 'recorded' ? <MayNotDrive drivers={barredDrivers} /> : null}
            {query.get('done') === 'corrected' ? (
              <Done>
                {t('page.inspections.correction.done')}{' '}
                <Link to={`${base}/drivers`}>{t('page.inspections.correction.periods')}</Link>
              </Done>
            ) : null}
            {doubts.map((doubt) => (
              <Notice key={doubt} tone="warn">
                {t(`page.inspections.one.doubts.${doubt}`)}
              </Notice>
            ))}
            <InspectionFacts inspection={inspection} />
            <Links>
              <Link to={`${base}/inspections/${inspection.id}/pdf`} file>
                {t('page.inspections.paper.open')}
              </Link>
              {driver ? (
                <LinkButton to={`${base}/inspections/${inspection.id}/driver`} kind="text">
                  {t('page.inspections.correction.link')}
                </LinkButton>
              ) : null}
            </Links>
          </Stack>
        </Section>
        <Section title={t('page.inspections.one.damages')}>
          {damages.length === 0 ? (
            <Words>{t('page.inspections.one.none')}</Words>
          ) : (
            <Stack>
              <CarDrawing
                label={t('page.inspections.form.drawing')}
                marks={damages.map(({ x, y, isNew }, index) => ({ x, y, isNew, label: String(index + 1) }))}
              />
              <Items ordered>
                {damages.map((damage, index) => (
                  <Item
                    key={damage.id}
                    title={`${index + 1}. ${damageTitle(damage, t)}`}
                    to={`${base}/damages/${damage.id}`}
                    aside={
                      <State tone={damage.isNew ? 'bad' : 'plain'}>
                        {t(damage.isNew ? 'page.inspections.one.new' : 'page.inspections.one.known')}
                      </State>
                    }
                  >
                    <Words look="soft">
                      {[t(`page.inspections.severities.${damage.severity}`), damage.note].filter(Boolean).join(' · ')}
                    </Words>
                    <DamageState damage={damage} />
                  </Item>
                ))}
              </Items>
            </Stack>
          )}
        </Section>
      </SideBySide>
      {inspection.photos.length > 0 ? (
        <Section title={t(previous ? 'page.inspections.one.photos' : 'page.inspections.one.photosFirst')}>
          <Stack>
            {previous ? (
              <Words>{t('page.inspections.one.beforeAt', { at: formatInstant(previous.at, t.language) })}</Words>
            ) : null}
            <ul className={styles.sides}>
              {inspection.photos.map((photo) => (
                <li key={photo.id} className={styles.side}>
                  <h3>{t(`page.inspections.sides.${photo.side}`)}</h3>
                  <div className={styles.pair}>
                    <Photo base={base} of={inspection} photo={photo} when="now" />
                    {previous ? (
                      <Photo
                        base={base}
                        of={previous}
                        photo={previous.photos.find(({ side }) => side === photo.side) ?? null}
                        when="before"
                      />
                    ) : null}
                  </div>
                </li>
              ))}
            </ul>
          </Stack>
        </Section>
      ) : null}
    </Page>
  )
}

type PhotoProps = { base: string; of: InspectionView; photo: InspectionPhoto | null; when: 'now' | 'before' }

function Photo({ base, of, photo, when }: PhotoProps) {
  const t = useT()
  if (photo === null) return <p className={styles.none}>–</p>
  if (photo.missing !== null)
    return <p className={styles.none}>{t('page.inspections.one.missing', { reason: photo.missing })}</p>
  const src = `${base}/inspections/${of.id}/photos/${photo.side}`
  const side = t(`page.inspections.sides.${photo.side}`)
  return (
    <Link to={src} file>
      <img
        className={styles.photo}
        src={src}
        alt={t(`page.inspections.one.${when}`, { side })}
        width="480"
        height="360"
        loading="lazy"
      />
    </Link>
  )
}

function InspectionFacts({ inspection }: { inspection: InspectionView }) {
  const t = useT()
  const { id, vehicle, kilometres, energy, driver, checklist, notes, kind } = inspection
  // If nobody ticked anything, the list says nothing about the car.
  const isTicked = checklist.length > 0
  const lacking = isTicked ? CHECKS.filter((check) => !checklist.includes(check)) : []
  const list = (checks: readonly (typeof CHECKS)[number][]) =>
    checks.map((check) => t(`page.inspections.checks.${check}`)).join(', ')
  const signature = (whose: 'office' | 'driver') =>
    inspection.signatures[whose] ? (
      <>
        {' '}
        <Link to={`/admin/vehicles/${vehicle.id}/inspections/${id}/signatures/${whose}`} file>
          {t('page.inspections.one.signature')}
        </Link>
      </>
    ) : null
  return (
    <Card>
      <Facts>
        {driver ? (
          <Fact name={t('page.inspections.one.driver')}>
            <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link>
          </Fact>
        ) : null}
        <Fact name={t('page.inspections.one.kilometres')}>{formatNumber(kilometres, t.language)}</Fact>
        {energy === null ? null : <Fact name={t('page.inspections.one.energy')}>{`${energy} %`}</Fact>}
        <Fact name={t('page.inspections.one.checklist')} isText>
          {isTicked ? list(checklist) : t('page.inspections.one.unticked')}
        </Fact>
        {lacking.length > 0 ? (
          <Fact name={t('page.inspections.one.lacking')} isText>
            {list(lacking)}
          </Fact>
        ) : null}
        {notes ? (
          <Fact name={t('page.inspections.one.notes')} isText>
            {notes}
          </Fact>
        ) : null}
        <Fact name={t('page.inspections.one.officeSigned')}>
          {inspection.officeSigned}
          {signature('office')}
        </Fact>
        {inspection.driverSigned ? (
          <Fact name={t('page.inspections.one.driverSigned')}>
            {inspection.driverSigned}
            {signature('driver')}
          </Fact>
        ) : null}
        {kind !== 'check' && inspection.driverRefused ? (
          <Fact name={t('page.inspections.one.driverRefused')}>{inspection.driverRefused}</Fact>
        ) : null}
        {inspection.correctedAt ? (
          <Fact name={t('page.inspections.correction.at')}>{formatInstant(inspection.correctedAt, t.language)}</Fact>
        ) : null}
        <Fact name={t('page.inspections.one.received')}>{formatInstant(inspection.receivedAt, t.language)}</Fact>
      </Facts>
    </Card>
  )
}
