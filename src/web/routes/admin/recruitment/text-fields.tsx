import { type LetterText, PLACES } from '#features/recruitment/letters/schema.ts'
import { useT } from '#web/i18n.tsx'
import { FieldRow, TextField, TextareaField } from '#web/ui/fields.tsx'
import { Words } from '#web/ui/layout.tsx'

/** A text in both languages, and what may stand between braces in it. */
export function TextFields({ text }: { text: LetterText | null }) {
  const t = useT()
  return (
    <>
      <TextField
        name="name"
        label={t('page.recruitment.letters.name')}
        defaultValue={text?.name ?? ''}
        maxLength={60}
        required
      />
      <Words look="small">
        {PLACES.map((place) => `{${place}}: ${t(`page.recruitment.letters.places.${place}`)}`).join(' · ')}
      </Words>
      <FieldRow>
        <TextField
          name="subjectPt"
          label={t('page.recruitment.letters.subjectPt')}
          defaultValue={text?.subject.pt ?? ''}
          maxLength={120}
          required
        />
        <TextField
          name="subjectEn"
          label={t('page.recruitment.letters.subjectEn')}
          defaultValue={text?.subject.en ?? ''}
          maxLength={120}
          required
        />
      </FieldRow>
      <TextareaField
        name="bodyPt"
        label={t('page.recruitment.letters.bodyPt')}
        defaultValue={text?.body.pt ?? ''}
        rows={6}
        maxLength={2_000}
        required
      />
      <TextareaField
        name="bodyEn"
        label={t('page.recruitment.letters.bodyEn')}
        defaultValue={text?.body.en ?? ''}
        rows={6}
        maxLength={2_000}
        required
      />
    </>
  )
}
