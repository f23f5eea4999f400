import { readNumber } from '#domain/record-id.ts'
import { useSearchParams } from 'react-router'
import { takeTemplate } from '#features/contracts/templates/commands.server.ts'
import { getTemplate, readTemplateName } from '#features/contracts/templates/queries.server.ts'
import { templateChoice, templateName, type WholeTemplate } from '#features/contracts/templates/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { TemplateText } from '#web/parts/contract-parts.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Route } from './+types/template.ts'

export const loader = shows(async ({ params, url }: Route.LoaderArgs) => {
  const version = readNumber(url.searchParams.get('version'))
  const isAsked = Number.isInteger(version) && version > 0 && version < 1_000_000
  return { template: await getTemplate(readTemplateName(params.kind, params.language), isAsked ? version : null) }
})

export const action = saves(
  'contract-template.use',
  templateChoice,
  async (change, { version }, { params }: Route.ActionArgs) => {
    await takeTemplate(change, readTemplateName(params.kind, params.language), version)
    return `/admin/contracts/templates/${params.kind}/${params.language}?done=used`
  },
)

/** One text as it is in use, and its versions. */
export default function TemplateScreen({ loaderData: { template }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { kind, language, version, shown, body } = template
  const here = `/admin/contracts/templates/${kind}/${language}`
  const done = reply ? null : t.find(`page.contractTemplates.done.${query.get('done') ?? ''}`)
  return (
    <>
      <PageHead
        title={templateName(template, t)}
        subtitle={t('page.contractTemplates.one.shown', { version: shown })}
        back={{ to: '/admin/contracts/templates', label: t('page.contractTemplates.back') }}
        actions={
          <LinkButton to={shown === version ? `${here}/new` : `${here}/new?from=${shown}`} kind="primary">
            {t(shown === version ? 'page.contractTemplates.one.edit' : 'page.contractTemplates.one.editFrom')}
          </LinkButton>
        }
      />
      <Stack>
        {done === null ? null : <Done>{done}</Done>}
        <FormReply reply={reply} />
        {shown === version ? null : (
          <Notice tone="warn">
            <p>{t('page.contractTemplates.one.isOld', { shown, version })}</p>
            <Link to={here}>{t('page.contractTemplates.one.toInUse')}</Link>
          </Notice>
        )}
        <SideBySide>
          <Section title={t('page.contractTemplates.one.text')}>
            <Stack>
              <Words look="small">{t('page.contractTemplates.one.marked')}</Words>
              <TemplateText text={body} language={language} />
            </Stack>
          </Section>
          <Stack>
            <Notice title={t('page.contractTemplates.lawyer.title')}>
              <Words>{t('page.contractTemplates.lawyer.text')}</Words>
            </Notice>
            <Versions template={template} />
          </Stack>
        </SideBySide>
      </Stack>
    </>
  )
}

function Use({ version }: { version: number }) {
  const t = useT()
  return (
    <Form inline quiet>
      <input type="hidden" name="version" value={version} />
      <SubmitButton kind="text" aria-label={t('page.contractTemplates.versions.useOne', { version })}>
        {t('page.contractTemplates.versions.use')}
      </SubmitButton>
    </Form>
  )
}

function Versions({ template: { kind, language, version: inUse, versions } }: { template: WholeTemplate }) {
  const t = useT()
  const acts = new Map(
    versions.map(({ version }) => [
      version,
      version === inUse ? t('page.contractTemplates.versions.inUse') : <Use key={version} version={version} />,
    ]),
  )
  return (
    <Section title={t('page.contractTemplates.versions.title')}>
      <Stack>
        <Words look="small">{t('page.contractTemplates.versions.text')}</Words>
        <Table
          caption={t('page.contractTemplates.versions.caption')}
          rows={versions}
          rowKey={({ version }) => String(version)}
          href={({ version }) => `/admin/contracts/templates/${kind}/${language}?version=${version}`}
          phone="lines"
          columns={[
            {
              head: t('page.contractTemplates.versions.heads.version'),
              cell: ({ version }) => t('page.contractTemplates.version', { version }),
            },
            {
              head: t('page.contractTemplates.versions.heads.written'),
              cell: ({ writtenAt }) =>
                writtenAt === null ? t('page.contractTemplates.shipped') : formatInstant(writtenAt, t.language),
            },
            { head: t('page.contractTemplates.versions.heads.note'), cell: ({ note }) => note, wraps: true },
            {
              head: t('page.contractTemplates.versions.heads.contracts'),
              cell: ({ contracts }) => contracts,
              number: true,
            },
            {
              head: t('page.contractTemplates.versions.heads.act'),
              quiet: true,
              first: true,
              cell: ({ version }) => acts.get(version),
            },
          ]}
        />
      </Stack>
    </Section>
  )
}
