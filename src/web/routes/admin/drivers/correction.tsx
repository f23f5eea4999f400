import { useSearchParams } from 'react-router'
import type { Correctable } from '#domain/correction.ts'
import { answerCorrection } from '#features/fleet/corrections/commands.server.ts'
import { getCorrection } from '#features/fleet/corrections/queries.server.ts'
import { correctionAnswer, correctionWords, doneRecord } from '#features/fleet/corrections/schema.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { limitsOf } from '#forms/record.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { CorrectionState } from '#web/parts/correction-state.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { useMaySend } from '#web/place-power.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/correction.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const correction = await getCorrection(params.id)
  return { ...correction, reach: await reachOfDriver(correction.driver, 'correction-done') }
})

export const action = saves(
  ({ intent }) => `correction.${intent}`,
  correctionAnswer,
  async (change, input, { params }: Route.ActionArgs) => {
    await answerCorrection(change, params.id, input)
    if (input.intent === 'reopen') return `/admin/drivers/corrections/${params.id}?done=reopened`
    return `/admin/drivers/corrections?done=${input.intent}`
  },
)

/** The part of a driver's record in which each thing is corrected. */
const WHERE: Readonly<Record<Correctable, string>> = {
  name: '/edit',
  email: '/edit',
  phone: '/edit',
  nif: '/edit',
  startedOn: '/edit',
  iban: '/iban',
  car: '/cars',
  platforms: '/platforms',
  terms: '/terms',
  other: '',
}

/** One request: the driver's words, a link to the place of the correction, and the answer. */
export default function CorrectionScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { driver, field, words, state, askedAt, answer, answeredAt, reach } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const place = `/admin/drivers/${driver.id}${WHERE[field]}`
  // Terms are listed on a page that everybody may read, and written on a form of their own.
  const mayCorrect = useMaySend(field === 'terms' ? `${place}/new` : place)
  return (
    <>
      <PageHead
        back={{ to: '/admin/drivers/corrections', label: t('page.corrections.office.back') }}
        title={t('page.corrections.office.one', { name: driver.name, field: t(`page.corrections.fields.${field}`) })}
        subtitle={t('page.corrections.office.asked', { at: formatInstant(askedAt, t.language) })}
      />
      <SideBySide>
        <Stack>
          {query.get('done') === 'reopened' && state === 'open' ? (
            <Done>{t('page.corrections.done.reopened')}</Done>
          ) : null}
          <Card title={t('page.corrections.office.says')} aside={<CorrectionState state={state} />}>
            <Stack>
              <Words>{words}</Words>
              {mayCorrect ? (
                <Actions>
                  <LinkButton to={place} kind={state === 'open' ? 'primary' : 'outlined'}>
                    {t('page.corrections.office.correct')}
                  </LinkButton>
                </Actions>
              ) : state === 'open' ? (
                <Words look="soft">{t('page.corrections.office.notYours')}</Words>
              ) : null}
            </Stack>
          </Card>
        </Stack>
        <Stack>
          {state === 'open' ? (
            <>
              <ReachNote reach={reach} name={driver.name} driver={driver.id} />
              <Section title={t('page.corrections.office.ready')}>
                <Form intent="done" of={doneRecord}>
                  <div>
                    <SubmitButton kind="outlined">{t('page.corrections.office.readySubmit')}</SubmitButton>
                  </div>
                </Form>
              </Section>
              <Section title={t('page.corrections.office.decline')}>
                <Form intent="declined">
                  <TextareaField
                    name="answer"
                    label={t('page.corrections.office.reason')}
                    help={t('page.corrections.office.reasonHelp', { name: driver.name })}
                    {...limitsOf(correctionWords)}
                    rows={2}
                  />
                  <div>
                    <SubmitButton kind="outlined">{t('page.corrections.office.declineSubmit')}</SubmitButton>
                  </div>
                </Form>
              </Section>
            </>
          ) : null}
          {actionData && state !== 'open' && actionData.values['intent'] !== 'reopen' ? (
            <Notice tone="warn">
              <p>{t('page.corrections.office.meanwhile')}</p>
              {actionData.values['answer'] ? (
                <p>{t('page.corrections.office.yours', { answer: actionData.values['answer'] })}</p>
              ) : null}
            </Notice>
          ) : null}
          {answeredAt && state !== 'withdrawn' ? (
            <Section title={t('page.corrections.office.answered', { at: formatInstant(answeredAt, t.language) })}>
              {answer ? <Words>{answer}</Words> : null}
              <Form intent="reopen">
                <div>
                  <SubmitButton kind="outlined">{t('page.corrections.office.reopen')}</SubmitButton>
                </div>
              </Form>
            </Section>
          ) : null}
        </Stack>
      </SideBySide>
    </>
  )
}
