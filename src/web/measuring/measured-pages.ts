import { withoutLanguage } from '#messages/language.ts'
import { isPublicPage } from '#web/public-pages.ts'

/** Whether a page may be measured at all: public ones alone, and none where somebody signs in. */
export function isMeasured(pathname: string): boolean {
  return isPublicPage(pathname) && withoutLanguage(pathname) !== '/login'
}
