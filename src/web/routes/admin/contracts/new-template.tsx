import { FILLED, NEEDED } from '#domain/contract-template.ts'
import { maskNifsIn } from '#domain/identifiers.ts'
import { readNumber } from '#domain/record-id.ts'
import { writeTemplate } from '#features/contracts/templates/commands.server.ts'
import {
  getTemplate,
  checkTemplate,
  previewTemplate,
  readTemplateName,
} from '#features/contracts/templates/queries.server.ts'
import {
  type Judged,
  MAX_LETTERS,
  type TemplateInput,
  templateInput,
  templateName,
  templateRecord,
} from '#features/contracts/templates/schema.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ContractText } from '#web/parts/contract-parts.tsx'
import { Look, LookButton, useLookForm } from '#web/parts/look.tsx'
import { driverOptions } from '#web/routes/admin/vehicles/driver-options.server.ts'
import { type Asking, saves, seesFirst, shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, RecordFields, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Bullets, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-template.ts'

export const loader = shows(async ({ params, url }: Route.LoaderArgs, { now }) => {
  const name = readTemplateName(params.kind, params.language)
  const from = readNumber(url.searchParams.get('from'))
  const isAsked = Number.isInteger(from) && from > 0 && from < 1_000_000
  const [template, drivers] = await Promise.all([
    getTemplate(name, isAsked ? from : null),
    driverOptions(now, { withFormer: false }),
  ])
  return { template, drivers }
})

const save = saves('contract-template.write', templateInput, async (change, input, { params }: Route.ActionArgs) => {
  await writeTemplate(change, readTemplateName(params.kind, params.language), input)
  return `/admin/contracts/templates/${params.kind}/${params.language}?done=written`
})

type Seen = Judged & { text: string }

async function showPreview(
  { body, driver }: TemplateInput,
  { now }: Asking,
  { params }: Route.ActionArgs,
): Promise<Seen> {
  const name = readTemplateName(params.kind, params.language)
  const text = await previewTemplate(name, body, driver, now)
  // Only the PDF shows a person's whole number; screens of the office never do.
  return { ...checkTemplate(name, body), text: maskNifsIn(text) }
}

export const action = seesFirst(templateInput, showPreview, save)

/** The new version of a text, and beside it a driver's contract as it would read. */
export default function NewTemplateScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { template, drivers } = loaderData
  const t = useT()
  const { kind, language, body, newest } = template
  // The action has two kinds of answers, and their common type loses `seen`.
  const seen = reply && 'seen' in reply ? (reply.seen as Seen) : null
  const isOthers = reply !== undefined && 'refusal' in reply && reply.refusal?.code === 'record.changed-meanwhile'
  // A refusal says what the other person wrote: the next press is after that version.
  const after = isOthers ? newest : Number(reply?.values['newest'] ?? newest)
  const here = `/admin/contracts/templates/${kind}/${language}`
  return (
    <>
      <PageHead
        title={t('page.contractTemplates.form.title')}
        subtitle={templateName(template, t)}
        back={{ to: here, label: templateName(template, t) }}
      />
      <SideBySide>
        <Form {...useLookForm()}>
          {isOthers ? (
            <Notice>
              <p>{t('page.contractTemplates.form.meanwhile', { version: newest, next: newest + 1 })}</p>
              <p>
                <Link to={`${here}?version=${newest}`} target="_blank">
                  {t('page.contractTemplates.form.others', { version: newest })}
                </Link>
              </p>
            </Notice>
          ) : null}
          <input key={after} type="hidden" name="newest" value={after} />
          <TextareaField
            name="body"
            label={t('page.contractTemplates.form.body')}
            help={t('page.contractTemplates.form.bodyHelp')}
            defaultValue={body.trim()}
            rows={28}
            maxLength={MAX_LETTERS}
            required
          />
          <Fields kind={kind} />
          <RecordFields of={templateRecord} offered={{ driver: drivers }} />
          <Words look="small">{t('page.contractTemplates.lawyer.text')}</Words>
          <Actions>
            <SubmitButton>{t('page.contractTemplates.form.save', { version: after + 1 })}</SubmitButton>
            <LookButton />
          </Actions>
        </Form>
        <Look title={t('page.contractTemplates.look.title')}>
          {seen ? (
            <>
              <FaultsAndSigns seen={seen} />
              <ContractText text={seen.text} language={language} />
            </>
          ) : (
            <Words look="small">{t('page.contractTemplates.look.none')}</Words>
          )}
        </Look>
      </SideBySide>
    </>
  )
}

/** The placeholders that the text may use, as they are written. */
function Fields({ kind }: { kind: TemplateKind }) {
  const t = useT()
  return (
    <Disclosure summary={t('page.contractTemplates.form.fields')}>
      <Stack>
        <Words look="small">{t('page.contractTemplates.form.fieldsText')}</Words>
        <Bullets>
          {FILLED[kind].map((name) => (
            <li key={name}>
              <code>{`{{${name}}}`}</code>{' '}
              {[
                t(`page.contracts.placeholders.${name}`),
                ...(NEEDED[kind].includes(name) ? [t('page.contractTemplates.form.needed')] : []),
              ].join(', ')}
            </li>
          ))}
        </Bullets>
      </Stack>
    </Disclosure>
  )
}

type TemplateKind = Route.ComponentProps['loaderData']['template']['kind']

function FaultsAndSigns({ seen: { faults, signs } }: { seen: Seen }) {
  const t = useT()
  return (
    <>
      {faults.length > 0 ? (
        <Notice tone="bad" title={t('page.contractTemplates.look.faults')}>
          <Bullets>
            {faults.map(({ is, ...where }) => {
              const sentence = refusalSentence(t, `contract.template-${is}`, where)
              return <li key={sentence}>{sentence}</li>
            })}
          </Bullets>
        </Notice>
      ) : (
        <Notice tone="ok">{t('page.contractTemplates.look.fine')}</Notice>
      )}
      {signs.length > 0 ? (
        <Notice tone="warn" title={t('page.contractTemplates.look.signs')}>
          <Bullets>
            {signs.map(({ sign, line, found }) => (
              <li key={`${line} ${sign}`}>
                {t('page.contractTemplates.look.sign', { line, found, why: t(`page.contractTemplates.signs.${sign}`) })}
              </li>
            ))}
          </Bullets>
        </Notice>
      ) : null}
    </>
  )
}
