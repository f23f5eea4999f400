import type { ComponentProps, ReactNode } from 'react'
import { readColour } from '#domain/colour.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { saveBrand } from '#features/company/brand/commands.server.ts'
import { readBrandForm } from '#features/company/brand/queries.server.ts'
import { type BrandForm, brandInput, type BrandText } from '#features/company/brand/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { LookButton, useLookForm } from '#web/parts/look.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { looksFirst, saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { CheckboxField, Fieldset, FileDrop, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
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
  const typed = (name: BrandText) => reply?.values[name] ?? form.texts[name].written
  const text = (name: BrandText) => textOf(form, name)
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
          <Form mayBeEmpty encType="multipart/form-data" {...useLookForm()}>
            <input type="hidden" name="version" value={form.version} />
            <Part name="face">
              <Text {...text('name')} autoComplete="organization" />
              <Logo sha256={form.logo} />
              <Text {...text('colour')} autoComplete="off" spellCheck={false} />
            </Part>
            <Part name="social">
              <Text {...text('facebook')} autoComplete="off" spellCheck={false} />
              <Text {...text('instagram')} autoComplete="off" spellCheck={false} />
              <Text {...text('linkedin')} autoComplete="off" spellCheck={false} />
            </Part>
            <Part name="footer">
              <Text {...text('taglinePt')} />
              <Text {...text('taglineEn')} />
              <Text {...text('descriptionPt')} />
              <Text {...text('descriptionEn')} />
            </Part>
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
            colour={readColour(typed('colour'))}
            text={(name) => typed(name).trim() || form.texts[name].usual}
          />
        </SideBySide>
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}

type PartProps = { name: 'face' | 'social' | 'footer'; children: ReactNode }

function Part({ name, children }: PartProps) {
  return <Fieldset legend={useT()(`page.brand.parts.${name}`)}>{children}</Fieldset>
}

function textOf({ texts }: BrandForm, name: BrandText) {
  const { written, usual } = texts[name]
  return { name, defaultValue: written, placeholder: usual }
}

type TextProps = Omit<ComponentProps<typeof TextField>, 'name' | 'label' | 'help'> & ReturnType<typeof textOf>

/** A line of text: what the office wrote, and in grey the default. */
function Text(props: TextProps) {
  const t = useT()
  return (
    <TextField
      {...props}
      {...limitsOf(brandInput.shape[props.name])}
      label={t(`page.brand.fields.${props.name}`)}
      help={t.find(`page.brand.help.${props.name}`) ?? undefined}
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
      />
    </>
  )
}
