import { z } from 'zod'
import { noteSentByHand, takeSentByHandBack } from '#features/mail/notice-tellings/commands.server.ts'
import { getSpoken } from '#features/mail/notice-tellings/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { pushWords, sentByHandWords, whatsAppWords } from '#web/parts/sent-by-hand.ts'
import { WhatsAppWords } from '#web/parts/whats-app-words.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/notice.ts'
import { readNumber } from '#domain/record-id.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => getSpoken(readNumber(params.notice)))

const intentInput = z.object({ intent: z.enum(['told', 'taken-back']) })

export const action = saves(
  ({ intent }) => `notice.${intent}`,
  intentInput,
  async (change, { intent }, { params }: Route.ActionArgs) => {
    const notice = readNumber(params.notice)
    await (intent === 'told' ? noteSentByHand(change, notice) : takeSentByHandBack(change, notice))
    return withDone(`/admin/mail/told/${notice}`, 'saved')
  },
)

/** One notice to a driver: whether it was read, and words to pass it on by WhatsApp. */
export default function NoticeScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { event, driver, at, readAt, text, address, sentByHand, phones, whatsApps } = loaderData
  const t = useT()
  const intent = sentByHand ? 'taken-back' : 'told'
  return (
    <>
      <PageHead
        title={t.find(`page.notices.events.${event}`) ?? event}
        detail={driver.name}
        back={{ to: `/admin/mail/notices/${event}`, label: t('page.notices.messages.back') }}
      />
      <Stack>
        <DoneNote />
        <FormReply reply={reply} />
        <SideBySide>
          <Card title="WhatsApp" aside={sentByHand ? <State tone="ok">{sentByHandWords(t, sentByHand)}</State> : null}>
            <Stack>
              <WhatsAppWords text={text} address={address} />
              <Form quiet>
                <input type="hidden" name="intent" value={intent} />
                <Actions>
                  <SubmitButton kind="text">
                    {t(
                      sentByHand
                        ? 'page.mail.whatsApp.takeBack'
                        : address === null
                          ? 'page.notices.unreached.note'
                          : 'page.recruitment.letters.note',
                    )}
                  </SubmitButton>
                </Actions>
              </Form>
            </Stack>
          </Card>
          <Card title={t('page.mail.outbox.facts')}>
            <Facts>
              <Fact name={t('page.mail.outbox.driver')}>
                <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link>
              </Fact>
              <Fact name={t('page.mail.outbox.columns.language')}>
                {t(`page.fleet.driver.languages.${driver.language}`)}
              </Fact>
              <Fact name={t('page.notices.messages.columns.created')}>
                <Moment at={at} />
              </Fact>
              <Fact name={t('page.notices.columns.inbox')}>
                {readAt ? (
                  <Moment at={readAt} />
                ) : driver.hasAccount ? (
                  t('page.notices.messages.states.unread')
                ) : (
                  <Link to={`/admin/drivers/${driver.id}/access`}>{t('page.notices.messages.noAccount')}</Link>
                )}
              </Fact>
              {whatsApps.map((message) => (
                <Fact key={message.id} name={t('page.whatsApp.sentTo', { phone: message.to })} isText>
                  {whatsAppWords(t, message)}
                </Fact>
              ))}
              {phones.map((push) => (
                <Fact key={push.id} name={t('page.notices.columns.push')}>
                  {pushWords(t, push)}
                </Fact>
              ))}
            </Facts>
          </Card>
        </SideBySide>
      </Stack>
    </>
  )
}
