import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { withWayBack } from './way-back.ts'

/** A car at the minute of a fine, a toll or a damage, with the person who had it; `asks` if positions of that time may still be stored. */
export type HadCar = {
  car: string
  at: string
  holder: { id: string; name: string } | null
  asks: boolean
}

/** The person who had the car at that minute, and a button for its position then: no position is shown before somebody presses it. */
export function WhoHadCar({
  had: { car, at, holder, asks },
  place,
  reason,
  back,
}: {
  had: HadCar
  /** The place, in the words of the document. */
  place: string
  reason: string
  back: string
}) {
  const t = useT()
  const query = new URLSearchParams({ reason, ...(place && { place }) })
  const address = `/admin/monitor/${car}/at/${Math.floor(Date.parse(at) / 1_000)}?${query}`
  return (
    <Card title={t('page.monitor.moment.who')}>
      <Stack>
        <Facts>
          <Fact name={t('page.monitor.moment.had')}>
            {holder ? <Link to={`/admin/drivers/${holder.id}`}>{holder.name}</Link> : t('page.monitor.nobody')}
          </Fact>
        </Facts>
        {asks ? <Link to={withWayBack(address, back)}>{t('page.monitor.moment.ask')}</Link> : null}
      </Stack>
    </Card>
  )
}
