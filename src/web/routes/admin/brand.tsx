import { contrast, type Colour, PAPER, readColour, shadesOf, TEXT_CONTRAST } from '#domain/colour.ts'
import { saveBrand } from '#features/brand/commands.server.ts'
import { readBrandForm } from '#features/brand/queries.server.ts'
import { brandInput } from '#features/brand/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { formatRatio } from '#messages/numbers.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, speak, useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { pageTitle } from '#web/seo.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import {
  Actions,
  CheckboxField,
  FieldRow,
  Fieldset,
  FileDrop,
  Form,
  FormReply,
  KeyField,
  SubmitButton,
  TextareaField,
  TextField,
} from '#web/ui/form.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/brand.ts'
import styles from './brand.module.css'

/** The green of the product, and the ground of dark mode, as `styles/tokens.css` has them. */
const GREEN = '#228b22'
const GREENS = { 500: readColour(GREEN)!, 700: readColour('#0e630f')!, 300: readColour('#97d893')! }
const DARK = readColour('#1a1d19')!

export const loader = ({ request, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { brand, usual } = await readBrandForm()
    const isSaved = new URL(request.url).searchParams.get('done') === 'saved'
    const chosen = readColour(brand?.colour ?? '')
    return {
      brand,
      usual,
      contrasts: contrastsOf(chosen ? shadesOf(chosen) : GREENS),
      isSaved,
      formKey: crypto.randomUUID(),
    }
  })

export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context, power: 'house' }, 'brand.save', brandInput, async (input, deed) => {
    await saveBrand(deed, input)
    return sameLanguage(request, '/admin/brand?done=saved')
  })

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.brand.title'))

export default function BrandScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { brand, usual, contrasts, isSaved, formKey } = loaderData
  return (
    <>
      <PageHead
        title={t('page.brand.title')}
        subtitle={t('page.brand.subtitle')}
        actions={<LinkButton to="/admin/vitals">{t('page.vitals.link')}</LinkButton>}
      />
      <Stack>
        {isSaved ? <Done>{t('page.brand.saved')}</Done> : null}
        <Form encType="multipart/form-data">
          <FormReply reply={reply} />
          <KeyField value={formKey} />
          <input type="hidden" name="version" value={brand?.version ?? 0} />
          <Face {...{ brand, usual, contrasts, reply }} />
          <Contacts {...{ brand, usual, reply }} />
          <Legal {...{ brand, usual, reply }} />
          <Social {...{ brand, reply }} />
          <FooterTexts {...{ brand, usual, reply }} />
          <Actions>
            <SubmitButton>{t('page.brand.save')}</SubmitButton>
            {brand ? <span>{t('page.brand.updated', { at: formatInstant(brand.updated_at, t.language) })}</span> : null}
          </Actions>
        </Form>
      </Stack>
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type Part = Pick<Loaded, 'brand' | 'usual'> & { reply: Reply | undefined }

function Face({ brand, usual, contrasts, reply }: Part & Pick<Loaded, 'contrasts'>) {
  const t = useT()
  return (
    <Fieldset legend={t('page.brand.face.title')}>
      <TextField
        name="name"
        label={t('page.brand.face.name')}
        help={t('page.brand.face.nameHelp')}
        defaultValue={brand?.name ?? ''}
        placeholder={usual.pt.name}
        autoComplete="organization"
        maxLength={40}
        reply={reply}
      />
      {brand?.logo_sha256 ? (
        <>
          <figure className={styles.logo}>
            <figcaption>{t('page.brand.face.logoNow')}</figcaption>
            <img src={`/brand/logo/${brand.logo_sha256}.png`} alt="" width="160" height="64" />
          </figure>
          <CheckboxField name="removeLogo" label={t('page.brand.face.removeLogo')} reply={reply} />
        </>
      ) : null}
      <FileDrop
        name="logo"
        label={t('page.brand.face.logo')}
        help={t('page.brand.face.logoHelp')}
        multiple={false}
        reply={reply}
      />
      <TextField
        name="colour"
        label={t('page.brand.face.colour')}
        help={t('page.brand.face.colourHelp')}
        defaultValue={brand?.colour ?? ''}
        placeholder={GREEN}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        reply={reply}
      />
      <ul className={styles.contrast} aria-label={t('page.brand.contrast.title')}>
        {contrasts.map(({ says, colour, on, ratio }) => (
          <li key={says}>
            <svg width="44" height="28" viewBox="0 0 44 28" aria-hidden="true">
              <rect width="44" height="28" fill={on} />
              <path d="M10 14h24" stroke={colour} strokeWidth="4" strokeLinecap="round" />
            </svg>
            {t(`page.brand.contrast.${says}`, { colour, ratio: formatRatio(ratio, t.language) })}
          </li>
        ))}
      </ul>
    </Fieldset>
  )
}

function Contacts({ brand, usual, reply }: Part) {
  const t = useT()
  return (
    <Fieldset legend={t('page.brand.contacts.title')}>
      <FieldRow>
        <TextField
          name="phone"
          type="tel"
          label={t('page.brand.contacts.phone')}
          defaultValue={brand?.phone ?? ''}
          placeholder={usual.pt.phone}
          maxLength={30}
          reply={reply}
        />
        <TextField
          name="email"
          type="email"
          label={t('page.brand.contacts.email')}
          defaultValue={brand?.email ?? ''}
          placeholder={usual.pt.email}
          maxLength={120}
          reply={reply}
        />
      </FieldRow>
      <TextareaField
        name="address"
        label={t('page.brand.contacts.address')}
        help={t('page.brand.contacts.addressHelp')}
        defaultValue={brand?.address ?? ''}
        rows={3}
        maxLength={300}
        reply={reply}
      />
    </Fieldset>
  )
}

function Legal({ brand, usual, reply }: Part) {
  const t = useT()
  return (
    <Fieldset legend={t('page.brand.legal.title')}>
      <TextField
        name="legalName"
        label={t('page.brand.legal.legalName')}
        help={t('page.brand.legal.help')}
        defaultValue={brand?.legal_name ?? ''}
        placeholder={usual.pt.legalName}
        maxLength={140}
        reply={reply}
      />
      <FieldRow>
        <TextField
          name="taxNumber"
          label={t('page.brand.legal.taxNumber')}
          defaultValue={brand?.tax_number ?? ''}
          placeholder={usual.pt.taxNumber}
          inputMode="numeric"
          maxLength={20}
          reply={reply}
        />
        <TextField
          name="licenceNumber"
          label={t('page.brand.legal.licence')}
          defaultValue={brand?.licence_number ?? ''}
          placeholder={usual.pt.licence}
          maxLength={40}
          reply={reply}
        />
      </FieldRow>
    </Fieldset>
  )
}

const NETWORKS = [
  { name: 'facebook', label: 'Facebook' },
  { name: 'instagram', label: 'Instagram' },
  { name: 'linkedin', label: 'LinkedIn' },
] as const

function Social({ brand, reply }: Pick<Part, 'brand' | 'reply'>) {
  const t = useT()
  return (
    <Fieldset legend={t('page.brand.social.title')}>
      {NETWORKS.map(({ name, label }, index) => (
        <TextField
          key={name}
          name={name}
          label={label}
          help={index === 0 ? t('page.brand.social.help') : undefined}
          defaultValue={brand?.[name] ?? ''}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          reply={reply}
        />
      ))}
    </Fieldset>
  )
}

function FooterTexts({ brand, usual, reply }: Part) {
  const t = useT()
  return (
    <Fieldset legend={t('page.brand.footer.title')}>
      <TextField
        name="taglinePt"
        label={t('page.brand.footer.taglinePt')}
        defaultValue={brand?.tagline_pt ?? ''}
        placeholder={usual.pt.tagline}
        maxLength={80}
        reply={reply}
      />
      <TextField
        name="taglineEn"
        label={t('page.brand.footer.taglineEn')}
        defaultValue={brand?.tagline_en ?? ''}
        placeholder={usual.en.tagline}
        maxLength={80}
        reply={reply}
      />
      <TextField
        name="descriptionPt"
        label={t('page.brand.footer.descriptionPt')}
        defaultValue={brand?.description_pt ?? ''}
        placeholder={usual.pt.description}
        maxLength={240}
        reply={reply}
      />
      <TextField
        name="descriptionEn"
        label={t('page.brand.footer.descriptionEn')}
        defaultValue={brand?.description_en ?? ''}
        placeholder={usual.en.description}
        maxLength={240}
        reply={reply}
      />
    </Fieldset>
  )
}

/** What the colour is good for: itself on paper, the shade that text takes, and that of dark mode. */
function contrastsOf(shades: Record<300 | 500 | 700, Colour>) {
  const own = contrast(shades[500], PAPER)
  const shown = (says: 'shapes' | 'shapesAndText' | 'text' | 'dark', one: Colour, on: Colour) => ({
    says,
    colour: one,
    on,
    ratio: contrast(one, on),
  })
  return [
    shown(own < TEXT_CONTRAST ? 'shapes' : 'shapesAndText', shades[500], PAPER),
    shown('text', shades[700], PAPER),
    shown('dark', shades[300], DARK),
  ]
}
