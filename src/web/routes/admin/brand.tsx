import { readColour } from '#domain/colour.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { saveBrand } from '#features/company/brand/commands.server.ts'
import { readBrandForm } from '#features/company/brand/queries.server.ts'
import { brandInput, brandRecord, type BrandText } from '#features/company/brand/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { LookButton, useLookForm } from '#web/parts/look.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { looksFirst, saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { CheckboxField, FileDrop, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton, useMerged } from '#web/ui/form.tsx'
import { SideBySide, Picture } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/brand.ts'
import { BrandLook } from './brand-look.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs) => ({
  form: await readBrandForm(),
  events: await listEvents('brand'),
  isSaved: new URL(request.url).searchParams.get('done') === 'saved',
}))

const save = saves('brand.save', brandInput, async (change, input) => {
  await saveBrand(change, input)
  return '/admin/brand?done=saved'
})

export const action = looksFirst(brandInput, save)

export default function BrandScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { form, isSaved, events } = loaderData
  const { texts } = form
  const written = Object.fromEntries(NAMES.map((name) => [name, texts[name].written]))
  const typed = useMerged({ of: brandRecord, values: written, reply }).reply?.values
  const text = (name: BrandText) => typed?.[name] ?? texts[name].written
  return (
    <>
      <PageHead
        title={t('page.brand.title')}
        subtitle={t('page.brand.subtitle')}
        actions={
          <>
            <LinkButton to="/admin/company">{t('page.fleet.company.title')}</LinkButton>
            <LinkButton to="/admin/offer">{t('page.offer.title')}</LinkButton>
            <LinkButton to="/admin/vitals">{t('page.vitals.link')}</LinkButton>
          </>
        }
      />
      <Stack>
        {isSaved ? <Done>{t('page.brand.saved')}</Done> : null}
        <SideBySide>
          <Form
            of={brandRecord}
            values={written}
            version={form.version}
            drawn={{
              ...Object.fromEntries(NAMES.map((name) => [name, <Text key={name} name={name} {...texts[name]} />])),
              logo: <Logo sha256={form.logo} />,
            }}
            mayBeEmpty
            encType="multipart/form-data"
            {...useLookForm()}
          >
            <Actions>
              <SubmitButton>{t('page.brand.save')}</SubmitButton>
              <LookButton />
              {form.updatedAt ? (
                <span>{t('page.brand.updated', { at: formatInstant(form.updatedAt, t.language) })}</span>
              ) : null}
            </Actions>
          </Form>
          <BrandLook
            logo={form.logo}
            colour={readColour(text('colour'))}
            text={(name) => text(name).trim() || texts[name].usual}
          />
        </SideBySide>
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}

const NAMES = Object.keys(brandRecord.fields) as BrandText[]

/** How a text is typed, where that differs. */
const HINTS: Partial<Record<BrandText, { autoComplete: string; spellCheck?: boolean }>> = {
  name: { autoComplete: 'organization' },
  colour: { autoComplete: 'off', spellCheck: false },
  facebook: { autoComplete: 'off', spellCheck: false },
  instagram: { autoComplete: 'off', spellCheck: false },
  linkedin: { autoComplete: 'off', spellCheck: false },
}

/** A line of text: what the office wrote, and in grey the default. */
function Text({ name, written, usual }: { name: BrandText; written: string; usual: string }) {
  const t = useT()
  return (
    <TextField
      name={name}
      defaultValue={written}
      placeholder={usual}
      {...HINTS[name]}
      {...limitsOf(brandRecord.fields[name])}
      label={t(`page.brand.fields.${name}`)}
      help={t.find(`page.brand.help.${name}`) ?? undefined}
    />
  )
}

function Logo({ sha256 }: { sha256: string | null }) {
  const t = useT()
  return (
    <>
      {sha256 ? (
        <>
          <figure>
            <figcaption>{t('page.brand.logo.now')}</figcaption>
            <Picture src={`/brand/logo/${sha256}.png`} />
          </figure>
          <CheckboxField name="removeLogo" label={t('page.brand.logo.remove')} />
        </>
      ) : null}
      <FileDrop
        name="logo"
        label={t('page.brand.logo.label')}
        help={t('page.brand.logo.help')}
        accept="image/png,image/jpeg"
        multiple={false}
        isWhole
      />
    </>
  )
}
