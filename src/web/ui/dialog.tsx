import type { MouseEvent, ReactNode } from 'react'
import { useT } from '#web/i18n.tsx'
import { Button, type Kind } from './button.tsx'
import styles from './dialog.module.css'
import { Icon, type IconName } from './icon.tsx'

/**
 * A question before something that counts: state amounts and counts in the title. Opened by a `DialogButton`, with
 * the platform's own invoker commands; where a browser lacks them and scripts are off, it stands open in the page.
 */
export function Dialog({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const t = useT()
  return (
    <dialog id={id} className={styles.dialog} aria-labelledby={`${id}-title`} {...LIGHT_DISMISS}>
      <header className={styles.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        <button
          type="button"
          className={styles.close}
          aria-label={t('common.close')}
          onClick={fallback}
          {...invoke('close', id)}
        >
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  )
}

type OpenerProps = {
  dialog: string
  kind?: Kind
  icon?: IconName
  wide?: boolean
  disabled?: boolean
  children: ReactNode
}

export function DialogButton({ dialog, ...rest }: OpenerProps) {
  return <Button aria-haspopup="dialog" onClick={fallback} {...invoke('show-modal', dialog)} {...rest} />
}

/** "Cancelar" inside a dialog. */
export function CloseButton({ dialog, children }: { dialog: string; children?: ReactNode }) {
  const t = useT()
  return (
    <Button kind="text" onClick={fallback} {...invoke('close', dialog)}>
      {children ?? t('common.cancel')}
    </Button>
  )
}

const LIGHT_DISMISS = { closedby: 'any' } as const

function invoke(command: 'show-modal' | 'close', id: string) {
  return { command, commandfor: id }
}

/** For browsers without invoker commands. */
function fallback({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  if ('commandForElement' in HTMLButtonElement.prototype) return
  const dialog = document.getElementById(currentTarget.getAttribute('commandfor') ?? '')
  if (!(dialog instanceof HTMLDialogElement)) return
  if (dialog.open) dialog.close()
  else dialog.showModal()
}
