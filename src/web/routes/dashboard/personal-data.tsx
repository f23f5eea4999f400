import { redirect, useSearchParams } from 'react-router'
import { z } from 'zod'
import { carryOut } from '#features/audit/commands.server.ts'
import { noteExport } from '#features/oversight/personal-data/commands.server.ts'
import {
  exportTicketFor,
  findPerson,
  isTicketValid,
  listGivenConsents,
  listLooks,
} from '#features/oversight/personal-data/queries.server.ts'
import { listConsents } from '#features/mail/whatsapp/queries.server.ts'
import { TOPICS } from '#domain/kept-data.ts'
import { exportTicket } from '#features/oversight/personal-data/schema.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { actorOf, answer, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { askedPurposes, measuringSettings } from '#web/measuring/measuring.server.ts'
import { consentIn } from '#web/measuring/consent-cookie.ts'
import { ownDriver, requireRecentSignIn, requireUser, sessionOf } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Bullets, Links, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/personal-data.ts'

const PAGE = '/dashboard/profile/personal-data'

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const person = await findPerson(driver)
    const [looks, consents, whatsApp] = await Promise.all([
      listLooks(person),
      listGivenConsents(person),
      listConsents(person.drivers),
    ])
    const ticket = exportTicket.safeParse(Object.fromEntries(url.searchParams))
    const isGood = ticket.success && isTicketValid(ticket.data, requireUser(context).uid, driver, now)
    const answered = consentIn(request.headers.get('cookie') ?? '')
    return {
      looks,
      consents,
      whatsApp,
      // If the office looks at a driver's area, the browser's consent is not the driver's.
      measuring: sessionOf(context)?.viewing ? null : measuringWords(answered),
      file: isGood ? `${PAGE}/file?${new URLSearchParams(ticket.data)}` : null,
      isPast: ticket.success && !isGood,
    }
  })

/** The consent in this browser, if visits are measured at all. */
function measuringWords(answered: ReturnType<typeof consentIn>) {
  if (askedPurposes(measuringSettings()).length === 0) return 'off' as const
  if (answered === null) return 'unasked' as const
  const at = Temporal.Instant.fromEpochMilliseconds(answered.seconds * 1000).toString()
  return { at, purposes: answered.purposes }
}

/** Records the request and makes the address of the file. Without a key: each press makes a new file. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    requireRecentSignIn(context)
    return answer(request, z.object({}), async () => {
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'personal-data.export', now }, async (change) => {
        noteExport(change, driver, null)
        return null
      })
      const ticket = exportTicketFor(requireUser(context).uid, driver, now)
      return redirect(sameLanguage(request, `${PAGE}?${new URLSearchParams(ticket)}`), 303)
    })
  })

/** The reader's stored data: all of it in one file, what they allowed, and who looked. */
export default function PersonalDataScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/dashboard/profile', label: t('page.personalData.back') }}
        title={t('page.personalData.title')}
        subtitle={t('page.personalData.subtitle')}
      />
      <SideBySide>
        <Stack>
          <Taking file={loaderData.file} isPast={loaderData.isPast} />
          <Looks looks={loaderData.looks} />
        </Stack>
        <Stack>
          <Consents consents={loaderData.consents} whatsApp={loaderData.whatsApp} measuring={loaderData.measuring} />
          <Section title={t('page.privacy.requests.own')}>
            <Words>{t('page.privacy.requests.ownText')}</Words>
            <Links>
              <Link to={`${PAGE}/requests`}>{t('page.privacy.requests.own')}</Link>
            </Links>
          </Section>
          <Section title={t('page.personalData.sessions')}>
            <Words>{t('page.personalData.sessionsText')}</Words>
            <Links>
              <Link to="/dashboard/profile#sessions">{t('page.personalData.sessionsLink')}</Link>
            </Links>
          </Section>
        </Stack>
      </SideBySide>
    </>
  )
}

type Shown = Route.ComponentProps['loaderData']

function Taking({ file, isPast }: Pick<Shown, 'file' | 'isPast'>) {
  const t = useT()
  const [query] = useSearchParams()
  return (
    <Card title={t('page.personalData.take.title')}>
      <Stack>
        {file ? <Done>{t('page.personalData.take.ready')}</Done> : null}
        {isPast ? <Notice tone="warn">{t('page.personalData.take.past')}</Notice> : null}
        <Words>{t('page.personalData.take.text')}</Words>
        <Words>{t('page.personalData.take.careful')}</Words>
        {file ? (
          <div>
            <LinkButton to={file} kind="primary" icon="download" file>
              {t('page.personalData.take.download')}
            </LinkButton>
          </div>
        ) : (
          <Form key={query.get('until') ?? ''} action={PAGE}>
            <Actions>
              <SubmitButton>{t('page.personalData.take.prepare')}</SubmitButton>
            </Actions>
          </Form>
        )}
        <Disclosure level="line" summary={t('page.personalData.take.what')}>
          <Bullets>
            {TOPICS.map((topic) => (
              <li key={topic}>{t(`page.personalData.topics.${topic}`)}</li>
            ))}
          </Bullets>
        </Disclosure>
      </Stack>
    </Card>
  )
}

function Looks({ looks }: Pick<Shown, 'looks'>) {
  const t = useT()
  return (
    <Card title={t('page.personalData.looks.title')}>
      <Stack>
        <Words>{t('page.personalData.looks.text')}</Words>
        {looks.length === 0 ? (
          <Words look="soft">{t('page.personalData.looks.none')}</Words>
        ) : (
          <Items>
            {looks.map(({ at, what, by, reason }) => (
              <Item key={`${at} ${what}`} title={t(`page.personalData.looks.what.${what}`)}>
                <Words look="small">
                  {formatInstant(at, t.language)} · {t(`page.personalData.looks.${by}`)}
                </Words>
                {reason ? <Words>{t('page.personalData.looks.reason', { reason })}</Words> : null}
              </Item>
            ))}
          </Items>
        )}
      </Stack>
    </Card>
  )
}

function Consents({ consents, whatsApp, measuring }: Pick<Shown, 'consents' | 'whatsApp' | 'measuring'>) {
  const t = useT()
  return (
    <Card title={t('page.personalData.consents.title')}>
      <Stack>
        {consents.length === 0 ? (
          <Words>{t('page.personalData.consents.none')}</Words>
        ) : (
          <Items>
            {consents.map(({ text, version, givenAt }) => (
              <Item
                key={`${text} ${givenAt}`}
                title={t(
                  text === 'keep'
                    ? 'page.personalData.consents.texts.keep'
                    : 'page.personalData.consents.texts.privacy',
                )}
              >
                <Words look="small">
                  {t('page.personalData.consents.given', {
                    at: formatInstant(givenAt, t.language),
                    version: formatDayShort(version, t.language),
                  })}
                </Words>
              </Item>
            ))}
          </Items>
        )}
        {consents.length > 0 ? (
          <Link to="/dashboard/data?field=other#ask">{t('page.personalData.consents.ask')}</Link>
        ) : null}
        <ByWhatsApp whatsApp={whatsApp} />
        {measuring ? <Measured measuring={measuring} /> : null}
        <Words look="soft">{t('page.personalData.consents.basis')}</Words>
      </Stack>
    </Card>
  )
}

/** Each consent with its end; the newest is withdrawn where it was given. */
function ByWhatsApp({ whatsApp }: Pick<Shown, 'whatsApp'>) {
  const t = useT()
  if (whatsApp.length === 0) return null
  return (
    <>
      <Items>
        {whatsApp.map(({ phone, givenAt, endedAt, endedBy }) => (
          <Item key={givenAt} title={t('page.whatsApp.own.consent', { phone })}>
            <Words look="small">
              {endedAt === null
                ? t('page.whatsApp.own.given', { at: formatInstant(givenAt, t.language) })
                : t(`page.whatsApp.own.ended.${endedBy === 'driver' || endedBy === 'reply' ? endedBy : 'number'}`, {
                    at: formatInstant(givenAt, t.language),
                    end: formatInstant(endedAt, t.language),
                  })}
            </Words>
          </Item>
        ))}
      </Items>
      {whatsApp.some(({ endedAt }) => endedAt === null) ? (
        <Links>
          <Link to="/dashboard/profile#whatsapp">{t('page.whatsApp.own.withdraw')}</Link>
        </Links>
      ) : null}
    </>
  )
}

function Measured({ measuring }: { measuring: NonNullable<Shown['measuring']> }) {
  const t = useT()
  if (measuring === 'off') return <Words>{t('page.personalData.consents.measuringOff')}</Words>
  if (measuring === 'unasked') return <Words>{t('page.personalData.consents.unasked')}</Words>
  const names = measuring.purposes.map((purpose) => t(`page.personalData.consents.allowed.${purpose}`))
  const what = names.length > 0 ? names.join(', ') : t('page.personalData.consents.allowed.nothing')
  return (
    <Items>
      <Item
        title={t('page.personalData.consents.measuring')}
        acts={
          <Form inline action="/api/consent">
            <input type="hidden" name="choice" value="withdrawn" />
            <input type="hidden" name="back" value={PAGE} />
            <SubmitButton kind="text">{t('page.personalData.consents.withdraw')}</SubmitButton>
          </Form>
        }
      >
        <Words look="small">
          {t('page.personalData.consents.answered', { at: formatInstant(measuring.at, t.language), what })}
        </Words>
      </Item>
    </Items>
  )
}
