import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { inLanguage, withoutLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { SubmitButton } from '#web/ui/form.tsx'

/** For a form with a preview: the address that saves it, and the element that changes while somebody types. */
export function useLookForm(): { action: string; 'data-look': string } {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.delete('look')
  return { action: query.size > 0 ? `${pathname}?${query}` : pathname, 'data-look': LOOK }
}

const LOOK = 'look'

type LookProps = {
  title: string
  /** Whether it says itself what is wrong with the typed form: then a script shows it although the form is refused. */
  saysWhy?: boolean
  children: ReactNode
}

/** The preview of what is typed, as others will see it. A script refreshes it; without one the button beside "save" does. */
export function Look({ title, saysWhy = false, children }: LookProps) {
  return (
    <div id={LOOK} data-says-why={saysWhy || undefined}>
      <Section title={title}>
        <Stack>{children}</Stack>
      </Section>
    </div>
  )
}

/** Sends the form back to its own page, which previews it; nothing is saved. */
export function LookButton() {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <SubmitButton
      kind="outlined"
      formAction={`${inLanguage(withoutLanguage(pathname), t.language)}?look#${LOOK}`}
      formNoValidate
    >
      {t('common.look')}
    </SubmitButton>
  )
}
