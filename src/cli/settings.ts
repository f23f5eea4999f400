import { listSettings } from '#platform/env.server.ts'
import type { Answer, Call } from './command.ts'

/** Shows every setting from outside with its explanation; secrets are named, but their values are not shown. */
export async function showSettings({ t }: Call): Promise<Answer> {
  const settings = listSettings()
  const lines = settings.flatMap(({ name, isSet, isSecret, value }) => {
    const shown = isSet && isSecret ? t('cli.configHidden') : (value ?? t('cli.configAbsent'))
    const origin = !isSet && value !== null ? ` ${t('cli.configDefault')}` : ''
    return [`${name} = ${shown}${origin}`, `  ${t(`cli.settings.${name}`)}`]
  })
  return { json: { settings }, text: lines.join('\n') }
}
