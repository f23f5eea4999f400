import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { TextToTake } from '#web/ui/fields.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { CopyButton } from './copy-button.tsx'

/** Words to be sent by hand: the text to copy, and a link that opens WhatsApp with it if the number can be dialled. */
export function WhatsAppWords({ text, address }: { text: string; address: string | null }) {
  const t = useT()
  return (
    <>
      <TextToTake id="whatsapp" label={t('page.recruitment.letters.spoken')} text={text} />
      <Actions>
        <CopyButton of="whatsapp" label={t('page.recruitment.letters.copy')} />
        {address ? (
          <LinkButton to={address}>{t('page.recruitment.letters.open')}</LinkButton>
        ) : (
          <Words look="small">{t('page.recruitment.letters.noNumber')}</Words>
        )}
      </Actions>
    </>
  )
}
