import { useLocation } from 'react-router'
import { weekName } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { listSavedViews } from '#features/accounts/saved-views/queries.server.ts'
import { listActions, listSubjects, searchEvents } from '#features/audit/queries.server.ts'
import { type AuditFilter, LEAST_LETTERS, LONGEST_FILTER, readAuditFilter } from '#features/audit/schema.ts'
import { listStages } from '#features/recruitment/stages/queries.server.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { actionWords } from '#messages/log-words.ts'
import { useT } from '#web/i18n.tsx'
import { SavedViews } from '#web/parts/saved-views.tsx'
import { withStageNames } from '#web/parts/stage-names.ts'
import { Story } from '#web/parts/story.tsx'
import { shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DateField, FieldRow, type Option, SelectField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form } from '#web/ui/form.tsx'
import { More, Spread } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/audit.ts'

const PAGE = 50
const PLACE = '/admin/users/audit'

export const loader = shows(async ({ url, context }: Route.LoaderArgs) => {
  const { filter, unread } = readAuditFilter(url.searchParams)
  const before = readNumber(url.searchParams.get('before')) || null
  const [page, actions, subjects, stages, saved] = await Promise.all([
    searchEvents(filter, { limit: PAGE, before }),
    listActions(),
    listSubjects(),
    listStages(),
    listSavedViews(requireAdmin(context).uid, PLACE),
  ])
  return { ...page, filter, unread, before, actions, subjects, stages, saved }
})

/** Every change ever made: who, what, to what, when and from where. */
export default function AuditScreen({ loaderData }: Route.ComponentProps) {
  const { events, older, filter, unread, before, stages, saved } = loaderData
  const t = useT()
  const { search } = useLocation()
  return (
    <>
      <PageHead
        title={t('page.audit.title')}
        subtitle={t('page.audit.subtitle')}
        actions={
          <>
            <LinkButton to={`${PLACE}/export.csv${search}`} icon="download" download file>
              {t('page.audit.csv')}
            </LinkButton>
            <LinkButton to={`${PLACE}/export.xlsx${search}`} icon="download" download file>
              {t('page.audit.xlsx')}
            </LinkButton>
          </>
        }
      />
      <Stack>
        {/* A new key for each address, or the browser would keep the values typed before. */}
        <Filters key={search} {...loaderData} />
        <SavedViews place={PLACE} here={queryOf(filter)} saved={saved} isPlain={queryOf(filter) === ''} />
        {unread.length > 0 ? (
          <Notice tone="warn">
            {unread.map((name) => (
              <p key={name}>{t.find(`page.audit.unread.${name}`)}</p>
            ))}
          </Notice>
        ) : null}
        {events.length > 0 ? (
          <Story events={withStageNames(events, stages, t.language)} />
        ) : (
          <EmptyState
            title={t('page.audit.nothing.title')}
            action={<LinkButton to="/admin/users/audit">{t('page.audit.nothing.action')}</LinkButton>}
          />
        )}
        {older !== null || before !== null ? (
          <nav aria-label={t('common.nav.pages')}>
            <Spread>
              {before === null ? null : (
                <LinkButton to={addressOf(filter, null)} icon="left">
                  {t(filter.order ? 'page.audit.oldest' : 'page.audit.newest')}
                </LinkButton>
              )}
              {older === null ? null : (
                <LinkButton to={addressOf(filter, older)} icon="right">
                  {t(filter.order ? 'page.audit.newer' : 'page.audit.older')}
                </LinkButton>
              )}
            </Spread>
          </nav>
        ) : null}
      </Stack>
    </>
  )
}

function addressOf(filter: AuditFilter, before: number | null): string {
  const query = queryOf(filter)
  return before === null ? PLACE + query : `${PLACE}${query || '?'}${query && '&'}before=${before}`
}

/** The filter as the query of an address. */
function queryOf(filter: AuditFilter): string {
  const parameters = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
}

/** The filters, kept in the address, so that a search can be bookmarked and sent. */
function Filters({ filter, actions, subjects }: Route.ComponentProps['loaderData']) {
  const t = useT()
  const { who, vehicle, week, address } = filter
  const words = actions.map((action) => ({ value: action, label: actionWords(t, action) ?? action }))
  return (
    <search>
      <Card>
        <Form method="get" wide>
          <FieldRow>
            <Text name="q" type="search" minLength={LEAST_LETTERS} value={filter.q} help="page.audit.filters.qHelp" />
            <Choice
              name="action"
              value={filter.action}
              none={t('page.audit.filters.anyAction')}
              options={words.toSorted((a, b) => a.label.localeCompare(b.label, t.language))}
            />
          </FieldRow>
          <More label={t('page.audit.filters.narrow')} open={queryOf(filter) !== ''}>
            <Stack>
              <FieldRow>
                <Choice
                  name="driver"
                  value={filter.driver}
                  none={t('page.audit.filters.any')}
                  options={subjects.drivers.map(({ id, name, ref }) => ({ value: id, label: `${name} · ${ref}` }))}
                />
                <DateField name="from" label={t('page.audit.filters.from')} defaultValue={filter.from ?? ''} />
                <DateField name="to" label={t('page.audit.filters.to')} defaultValue={filter.to ?? ''} />
              </FieldRow>
              <Disclosure
                level="line"
                summary={t('page.audit.filters.more')}
                open={Boolean(who || vehicle || week || address || filter.order)}
              >
                <FieldRow>
                  <Text name="who" value={who} help="page.audit.filters.whoHelp" />
                  <Choice
                    name="vehicle"
                    value={vehicle}
                    none={t('page.audit.filters.anyVehicle')}
                    options={subjects.vehicles.map(({ id, plate }) => ({ value: id, label: plate }))}
                  />
                  <Text name="week" value={week && weekName(week)} help="page.audit.filters.weekHelp" />
                  <Text name="address" value={address} />
                  <Choice
                    name="order"
                    value={filter.order}
                    none={t('page.audit.filters.newestFirst')}
                    options={[{ value: 'oldest', label: t('page.audit.filters.oldestFirst') }]}
                  />
                </FieldRow>
              </Disclosure>
            </Stack>
          </More>
          <Actions>
            <Button type="submit" kind="primary">
              {t('common.search')}
            </Button>
            {queryOf(filter) === '' ? null : (
              <LinkButton to="/admin/users/audit" kind="text">
                {t('page.audit.filters.clear')}
              </LinkButton>
            )}
          </Actions>
        </Form>
      </Card>
    </search>
  )
}

type TextProps = {
  name: 'q' | 'who' | 'week' | 'address'
  value: string | null
  type?: 'text' | 'search'
  minLength?: number
  help?: MessageKey
}

function Text({ name, value, help, type = 'text', minLength = 0 }: TextProps) {
  const t = useT()
  return (
    <TextField
      name={name}
      type={type}
      label={t(`page.audit.filters.${name}`)}
      defaultValue={value ?? ''}
      placeholder={help ? t(help) : ''}
      minLength={minLength}
      maxLength={LONGEST_FILTER}
    />
  )
}

type ChoiceProps = {
  name: 'action' | 'driver' | 'vehicle' | 'order'
  value: string | null
  none: string
  options: readonly Option[]
}

function Choice({ name, value, none, options }: ChoiceProps) {
  const t = useT()
  return (
    <SelectField
      name={name}
      label={t(`page.audit.filters.${name}`)}
      defaultValue={value ?? ''}
      empty={none}
      options={options}
    />
  )
}
