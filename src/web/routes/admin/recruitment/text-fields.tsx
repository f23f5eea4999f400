import { type LetterText, PLACES } from '#features/recruitment/letters/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Words } from '#web/ui/layout.tsx'

/** The facts of an applicant that a text of the office may contain. */
export function Places() {
  const t = useT()
  return (
    <Words look="small">
      {PLACES.map((place) => `{${place}}: ${t(`page.recruitment.letters.places.${place}`)}`).join(' · ')}
    </Words>
  )
}

/** A text as values of its form. */
export function typedText({ name, subject, body }: LetterText) {
  return { name, subjectPt: subject.pt, subjectEn: subject.en, bodyPt: body.pt, bodyEn: body.en }
}
