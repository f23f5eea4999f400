import { useSearchParams } from 'react-router'
import { noteAccountRemoved } from '#features/oversight/personal-data/commands.server.ts'
import { getErasure, previewErasure } from '#features/oversight/personal-data/queries.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { formatDay, formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/erasure.ts'
import { PreviewCards } from './erasure-preview.tsx'
import { ERASURE_TONES, accountState, erasureState } from './erasure-words.ts'

export const loader = shows(async ({ params, context }: Route.LoaderArgs, { now }) => {
  const erasure = await getErasure(params.id, requireUser(context).uid)
  const preview = await previewErasure(erasure.subject, now).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  return { erasure, preview }
})

export const action = confirms('erasure.account-gone', async (change, { params }: Route.ActionArgs) => {
  await noteAccountRemoved(change, params.id)
  return `/admin/privacy/erasures/${params.id}?done=account`
})

/** One erasure: its effect while it waits, and what is left of the person afterwards. */
export default function ErasureScreen({ loaderData: { erasure, preview } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.privacy.erase.done.${query.get('done') ?? ''}`)
  const state = erasureState(erasure)
  const base = `/admin/privacy/erasures/${erasure.id}`
  return (
    <>
      <PageHead
        title={erasure.name ?? t('page.privacy.erase.nameless')}
        part={t('page.privacy.erase.title')}
        subtitle={t(`page.privacy.erase.kinds.${erasure.kind}`)}
        back={{ to: '/admin/privacy/erasures', label: t('page.privacy.erase.list') }}
        actions={
          state === 'waiting' ? (
            <>
              <LinkButton to={`${base}/withdrawal`} kind="text">
                {t('page.privacy.erase.withdraw')}
              </LinkButton>
              {erasure.needsAnother ? null : (
                <LinkButton to={`${base}/confirmation`} kind="danger">
                  {t('page.privacy.erase.confirm')}
                </LinkButton>
              )}
            </>
          ) : null
        }
      />
      <Page width="middle">
        <Stack>
          {done === null ? null : <Done>{done}</Done>}
          {state === 'waiting' && erasure.needsAnother ? (
            <Notice tone="info">{t('page.privacy.erase.another')}</Notice>
          ) : null}
          <Card title={t('page.privacy.erase.columns.state')}>
            <Stack>
              <State tone={ERASURE_TONES[state]}>{t(`page.privacy.erase.states.${state}`)}</State>
              {erasure.confirmedAt === null ? null : (
                <Words>
                  {[
                    t('page.privacy.erase.confirmed', { at: formatInstant(erasure.confirmedAt, t.language) }),
                    ...(erasure.confirmedBy === null
                      ? []
                      : [t('page.privacy.erase.by', { name: erasure.confirmedBy })]),
                  ].join(' ')}
                  {'. '}
                  {t('page.privacy.erase.goesRow', { count: erasure.rows })}.
                </Words>
              )}
              {erasure.confirmedAt !== null && erasure.lookedAt !== null ? (
                <Words look="soft">
                  {t('page.privacy.erase.lookedAt', { at: formatInstant(erasure.lookedAt, t.language) })}{' '}
                  {t(`page.privacy.erase.${state === 'over' ? 'over' : 'left'}`)}
                </Words>
              ) : null}
            </Stack>
          </Card>
          {erasure.account === null ? null : (
            <Card title={t('page.privacy.erase.account.title')}>
              <Stack>
                <Words>
                  {t(`page.privacy.erase.account.${accountState(erasure.account)}`, {
                    uid: erasure.account.uid ?? '',
                    day:
                      erasure.account.declaration === null
                        ? ''
                        : formatDay(erasure.account.declaration.backUntil, t.language),
                  })}
                </Words>
                {erasure.account.declaration === null ? null : (
                  <>
                    <Words look="soft">
                      {t('page.privacy.erase.account.said', {
                        at: formatInstant(erasure.account.declaration.at, t.language),
                        by: erasure.account.declaration.by ?? t('page.privacy.erase.account.nobody'),
                      })}
                    </Words>
                    {erasure.account.state === 'by-hand' ? (
                      <div>
                        <LinkButton to={`${base}/account`} kind="text">
                          {t('page.privacy.erase.account.back')}
                        </LinkButton>
                      </div>
                    ) : null}
                  </>
                )}
                {accountState(erasure.account) === 'by-hand' ? (
                  <Form>
                    <div>
                      <SubmitButton kind="outlined">{t('page.privacy.erase.account.press')}</SubmitButton>
                    </div>
                  </Form>
                ) : null}
              </Stack>
            </Card>
          )}
          {preview === null || state === 'withdrawn' ? null : <PreviewCards preview={preview} />}
        </Stack>
      </Page>
    </>
  )
}
