import { data } from 'react-router'
import { openLink } from '#features/positions/links/commands.server.ts'
import type { SharedCar } from '#features/positions/links/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { nearestTown } from '#web/parts/towns.server.ts'
import { ageWords, nearWords } from '#web/parts/place-words.ts'
import { pageTitle } from '#web/seo.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import type { Route } from './+types/shared-car.ts'
import { Buttons, Opening } from './pieces.tsx'
import { privateHeaders } from './visitor-form.server.ts'

/** Seconds after which an open page refreshes. */
const REFRESH_SECONDS = 30

export const meta: Route.MetaFunction = ({ location, loaderData }) => {
  const t = translatorFor(languageOf(location.pathname))
  const car = loaderData?.car ?? null
  return pageTitle(car ? t('page.sharedCar.title', { plate: car.plate }) : t('page.sharedCar.over'))
}

export const loader = ({ params: { token }, context }: Route.LoaderArgs) =>
  show(async () => {
    const { now, address } = context.get(requestContext)
    const car = await openLink({ token, address, now })
    const here = `/where/${token}`
    if (car !== null) return { car, seen: seenAt(car, now), here }
    return data({ car: null, seen: null, here }, 404)
  })

function seenAt(car: SharedCar, now: Temporal.Instant) {
  if (car.shown !== 'place') return null
  return {
    town: nearestTown(car.lat, car.lon),
    age: Math.max(0, now.epochMilliseconds - Date.parse(car.at)),
  }
}

export const headers: Route.HeadersFunction = (args) => {
  const answerHeaders = privateHeaders(args)
  answerHeaders.set('referrer-policy', 'no-referrer')
  return answerHeaders
}

type Seen = Route.ComponentProps['loaderData']['seen']

/**
 * The last position of one car, for anybody with its link: no name, no way, no earlier day. The page refreshes itself, or by a press if no
 * script runs.
 */
export default function SharedCarScreen({ loaderData: { car, seen, here } }: Route.ComponentProps) {
  const t = useT()
  if (car === null)
    return (
      <Opening title={t('page.sharedCar.over')} lead={t('page.sharedCar.overText')}>
        <Buttons>
          <LinkButton to="/contact">{t('page.sharedCar.contact')}</LinkButton>
        </Buttons>
      </Opening>
    )
  return (
    <div id="shared-car" data-look-again={REFRESH_SECONDS}>
      <Opening title={t('page.sharedCar.title', { plate: car.plate })} lead={leadOf(car, seen, t)}>
        {car.shown === 'nothing' ? null : <p>{moreOf(car, t)}</p>}
        <p>{t('page.sharedCar.until', { at: formatInstant(car.until, t.language) })}</p>
        <Buttons>
          <LinkButton to={here} kind="primary" file>
            {t('page.sharedCar.refresh')}
          </LinkButton>
          {car.shown === 'place' ? (
            <a href={`geo:${car.lat},${car.lon}?q=${car.lat},${car.lon}`}>{t('page.sharedCar.map')}</a>
          ) : null}
        </Buttons>
      </Opening>
    </div>
  )
}

function leadOf(car: SharedCar, seen: Seen, t: Translator): string {
  if (car.shown === 'private') return t('page.sharedCar.private')
  if (car.shown === 'nothing' || !seen?.town) return t('page.sharedCar.nothing')
  const place = nearWords({ place: seen.town.name, away: seen.town.kilometres }, t)
  return `${place}. ${t('page.sharedCar.seen', { age: ageWords(seen.age, t), at: formatInstant(car.at, t.language) })}.`
}

function moreOf(car: Exclude<SharedCar, { shown: 'nothing' }>, t: Translator): string {
  if (car.shown === 'private') return t('page.sharedCar.privateText')
  const coordinates = `${t('page.sharedCar.coordinates')}: ${car.lat.toFixed(5)}, ${car.lon.toFixed(5)}`
  if (car.course === null) return coordinates
  const headings = t.list('page.sharedCar.headings')
  const heading = headings[Math.round(car.course / 45) % headings.length] ?? ''
  return `${coordinates} · ${t('page.sharedCar.heading')}: ${heading}`
}
