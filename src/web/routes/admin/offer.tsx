import { listEvents } from '#features/audit/queries.server.ts'
import { saveOffer } from '#features/company/offer/commands.server.ts'
import { findOffer, offerOf, whyNotHiring } from '#features/company/offer/queries.server.ts'
import { offerInput, offerRecord } from '#features/company/offer/schema.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { ZONE, weekAt } from '#domain/week.ts'
import { formatDayLong, formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { offerParams } from '#web/parts/offer-terms.ts'
import { factsOf } from '../site/offer-block.tsx'
import type { Route } from './+types/offer.ts'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const offer = await findOffer()
  return {
    offer,
    notHiring: offer && whyNotHiring(offer, today),
    events: await listEvents('offer'),
    // Of what was just saved: the public pages hear of it a moment later.
    shown: offerOf(offer, languageOf(url.pathname), today.toString()),
    settings: await settingsIn(weekAt(now)),
  }
})

export const action = saves('offer.save', offerInput, async (change, input) => {
  await saveOffer(change, input)
  return withDone('/admin/offer', 'saved')
})

/** What the site tells drivers about cars, deposit, cities and jobs. */
export default function OfferScreen({
  loaderData: { offer, notHiring, shown, settings, events },
}: Route.ComponentProps) {
  const t = useT()
  const figures = offerParams(settings, t.language)
  const facts = factsOf(shown, settings, t, (items) => items.join('; '))
  return (
    <>
      <PageHead
        title={t('page.offer.title')}
        subtitle={t('page.offer.subtitle')}
        actions={<LinkButton to="/para/motoristas">{t('page.offer.see')}</LinkButton>}
      />
      <Stack>
        <DoneNote />
        {offer ? null : <Notice>{t('page.offer.first')}</Notice>}
        <Notice>
          {t('page.offer.figures', figures)}{' '}
          <LinkButton to="/admin/financial-settings" kind="text">
            {t('page.offer.change')}
          </LinkButton>
        </Notice>
        {notHiring && offer?.hiringUntil ? (
          <Notice tone="warn">
            {t(`page.offer.notHiring.${notHiring}`, { day: formatDayLong(offer.hiringUntil, t.language) })}
          </Notice>
        ) : null}
        <SideBySide>
          <Form of={offerRecord} values={offer ?? {}} version={offer?.version ?? 0}>
            <Actions>
              <SubmitButton>{t('page.offer.save')}</SubmitButton>
              {offer ? (
                <span>{t('page.offer.updated', { at: formatInstant(offer.updatedAt, t.language) })}</span>
              ) : null}
            </Actions>
          </Form>
          {facts.length === 0 ? null : (
            <Card title={t('page.offer.now')}>
              <Facts>
                {facts.map(([name, text]) => (
                  <Fact key={name} name={name} isText>
                    {text}
                  </Fact>
                ))}
              </Facts>
            </Card>
          )}
        </SideBySide>
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}
