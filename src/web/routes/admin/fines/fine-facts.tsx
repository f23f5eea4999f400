import { showPlate } from '#domain/identifiers.ts'
import { FINE_PAPERS, type FineView } from '#features/fleet/fines/schema.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { Card, Fact, Facts } from '#web/ui/card.tsx'
import { Links } from '#web/ui/layout.tsx'

/** What happened, where and in which car, and who knows of it: shown beside every act on the fine. */
export function FineFacts({ fine, isReached = true }: { fine: FineView; isReached?: boolean }) {
  const t = useT()
  const papers = FINE_PAPERS.filter((paper) => fine[paper] !== null)
  return (
    <Card title={t('page.fines.facts.title')}>
      <Facts>
        <Fact name={t('page.fines.facts.at')}>{formatInstant(fine.committedAt, t.language)}</Fact>
        <Fact name={t('page.fines.facts.place')}>{fine.place}</Fact>
        {fine.offence ? <Fact name={t('page.fines.facts.offence')}>{fine.offence}</Fact> : null}
        <Fact name={t('page.fines.facts.vehicle')}>
          <Link to={`/admin/vehicles/${fine.vehicle.id}`}>{showPlate(fine.vehicle.plate)}</Link>
        </Fact>
        <Fact name={t('page.fines.facts.body')}>{fine.authority || t(`page.fines.body.${fine.body}`)}</Fact>
        <Fact name={t('page.fines.facts.notifiedOn')}>{formatDayShort(fine.notifiedOn, t.language)}</Fact>
        <Fact name={t('page.fines.facts.informed')}>
          {fine.informedAt === null ? (
            t('page.fines.notInformed')
          ) : isReached ? (
            <Moment at={fine.informedAt} />
          ) : (
            t('page.fines.unread')
          )}
        </Fact>
        {fine.signedBy ? <Fact name={t('page.fines.facts.signedBy')}>{fine.signedBy}</Fact> : null}
        {fine.sentOn && fine.sentWay ? (
          <Fact name={t('page.fines.facts.sent')}>
            {t('page.fines.facts.sentBy', {
              day: formatDayShort(fine.sentOn, t.language),
              way: t(`page.fines.ways.${fine.sentWay}`),
            })}
          </Fact>
        ) : null}
        {fine.closedReason ? <Fact name={t('page.fines.facts.closed')}>{fine.closedReason}</Fact> : null}
        {papers.length > 0 ? (
          <Fact name={t('page.fines.facts.papers')}>
            <Links>
              {papers.map((paper) => (
                <Link key={paper} to={`/admin/vehicles/fines/${fine.id}/papers/${paper}`} file>
                  {t(`page.fines.papers.${paper}`)}
                </Link>
              ))}
            </Links>
          </Fact>
        ) : null}
      </Facts>
    </Card>
  )
}
