import { z } from 'zod'
import { missingDocuments } from '#domain/application.ts'
import { whatsAppAddress } from '#domain/whats-app.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { reachOfPerson, stateOfMailTo } from '#features/mail/reach/queries.server.ts'
import { mailLetter, noteWhatsApp } from '#features/recruitment/letters/commands.server.ts'
import { listLetters, listTexts } from '#features/recruitment/letters/queries.server.ts'
import { fillLetter, letterInput, letterRecord } from '#features/recruitment/letters/schema.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import { translator } from '#messages/translate.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { WhatsAppWords } from '#web/parts/whats-app-words.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { Actions, Form, ShortForm, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/letter.ts'
import { Written } from './letters-written.tsx'

export const loader = shows(async ({ params, url }: Route.LoaderArgs) => {
  const application = await getApplication(params.id)
  const { id, name, email, phone, language, regime, stage, documents } = application
  const [texts, letters, brand] = await Promise.all([listTexts(), listLetters(id), brandIn(language)])
  const textName = url.searchParams.get('text')
  const chosen = texts.find((text) => text.id === textName) ?? texts[0]
  // The applicant's language, not the reader's.
  const t = translator(language)
  const given = documents.map(({ kind }) => kind)
  const missing = missingDocuments(regime, given).map((kind) => inSentence(t(`page.recruitment.one.kinds.${kind}`)))
  const known = {
    nome: name,
    empresa: brand.name,
    falta: missing.join(', ') || t('page.recruitment.letters.nothing'),
    regime: t(`page.fleet.regimes.${regime}`),
    coluna: stage?.[language] ?? '',
  }
  const subject = chosen ? fillLetter(chosen.subject[language], known) : ''
  const body = chosen ? fillLetter(chosen.body[language], known) : ''
  // A message by hand has no link of its own: the first mail has the link to the page.
  const reach = await reachOfPerson({ email }, 'application-letter')
  const isLinked = (await stateOfMailTo(email, 'application-received')) === 'sent'
  const where = isLinked ? [t('page.recruitment.letters.whereLink', { email })] : []
  const spoken = [t('page.mail.greeting', { name }), body, ...where].join('\n\n')
  return {
    id,
    name,
    email,
    language,
    letters,
    subject,
    body,
    spoken,
    reach,
    chosen: chosen?.id ?? '',
    texts: texts.map((text) => ({ id: text.id, name: text.name })),
    whatsApp: whatsAppAddress(phone, spoken),
  }
})

/** "comprovativo de IBAN", "CMTVDE": a name as part of a sentence. */
function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

const asked = z.union([
  letterInput.extend({ intent: z.literal('mail') }),
  letterInput.pick({ body: true }).extend({ intent: z.literal('whatsapp') }),
])

export const action = saves(
  ({ intent }) => `letter.${intent}`,
  asked,
  async (change, input, { params }: Route.ActionArgs) => {
    const application = await getApplication(params.id, change.tx)
    if (input.intent === 'mail') await mailLetter(change, application, input)
    else await noteWhatsApp(change, application.id, input.body)
    return withDone(`/admin/recruitment/${params.id}/letter`, input.intent === 'mail' ? 'mailed' : 'noted')
  },
)

/** A message to an applicant: sent by mail from here, or copied to WhatsApp. */
export default function LetterScreen({ loaderData }: Route.ComponentProps) {
  const { id, name, email, language, letters, subject, body, spoken, reach, chosen, texts, whatsApp } = loaderData
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.recruitment.letters.title', { name })}
        subtitle={t(`page.recruitment.letters.inLanguage.${language}`)}
        back={{ to: `/admin/recruitment/${id}`, label: name }}
        actions={<LinkButton to="/admin/recruitment/texts">{t('page.recruitment.letters.texts')}</LinkButton>}
      />
      <Stack>
        <DoneNote />
        <Form method="get" inline>
          <ShortForm>
            <SelectField
              name="text"
              label={t('page.recruitment.letters.which')}
              options={texts.map((text) => ({ value: text.id, label: text.name }))}
              defaultValue={chosen}
              required
            />
            <SubmitButton kind="outlined">{t('page.recruitment.letters.take')}</SubmitButton>
          </ShortForm>
        </Form>
        <SideBySide>
          <Card title={t('page.recruitment.letters.mail')} aside={email}>
            <Form
              intent="mail"
              key={chosen}
              of={letterRecord}
              values={{ subject, body }}
              above={<ReachNote reach={reach} name={name} />}
            >
              <Actions>
                <SubmitButton>{t('page.recruitment.letters.send')}</SubmitButton>
              </Actions>
            </Form>
          </Card>
          <Card title="WhatsApp">
            <Stack>
              <WhatsAppWords text={spoken} address={whatsApp} />
              <Form intent="whatsapp">
                <input type="hidden" name="body" value={spoken} />
                <Actions>
                  <SubmitButton kind="text">{t('page.recruitment.letters.note')}</SubmitButton>
                </Actions>
              </Form>
            </Stack>
          </Card>
        </SideBySide>
        <Written letters={letters} />
      </Stack>
    </>
  )
}
