import { firstOf } from '#domain/certain.ts'
import { type Purpose, PURPOSES } from '#domain/consent.ts'
import { Allowance } from '#platform/allowance.ts'
import { networkOf } from '#platform/network.ts'
import { setting } from '#platform/env.server.ts'
import { consentStateIn } from './consent-cookie.ts'
import { isMeasured } from './measured-pages.ts'
import type { Measuring, MeasuringSettings } from './measuring.ts'
import { ofOperator } from '#platform/operator.ts'

/** The kinds of measuring of this installation. */
export function measuringSettings(): MeasuringSettings {
  const [pixel, analytics, vitals] = [setting('PIXEL_ID'), setting('ANALYTICS_ID'), setting('VITALS_SHARE')]
  return {
    ...(pixel ? { pixel: { id: pixel, host: new URL(setting('PIXEL_HOST')).origin } } : {}),
    ...(analytics ? { analytics: { id: analytics, host: new URL(setting('ANALYTICS_HOST')).origin } } : {}),
    ...(vitals > 0 ? { vitals } : {}),
  }
}

/** The purposes for which visitors have to be asked, in the order of the questions. */
export function askedPurposes({ pixel, analytics, vitals }: MeasuringSettings): readonly Purpose[] {
  const consented = { analytics: analytics !== undefined || vitals !== undefined, advertising: pixel !== undefined }
  return PURPOSES.filter((purpose) => consented[purpose])
}

/** The settings that the shell of a page needs to measure; `null` where this installation measures nothing. */
export function measuringOf(request: Request): Measuring | null {
  const settings = measuringSettings()
  const purposes = askedPurposes(settings)
  if (purposes.length === 0) return null
  const state = consentStateIn(request.headers.get('cookie') ?? '')
  return { settings, purposes, state, here: isMeasured(new URL(request.url).pathname) }
}

/** Third-party origins to which a page may send: only those set up, and only on pages that are measured. */
export function othersFor(pathname: string): readonly string[] {
  if (!isMeasured(pathname)) return []
  const { pixel, analytics } = measuringSettings()
  return [pixel, analytics].flatMap((account) => (account ? [account.host] : []))
}

/** Names of cookies that advertising and analytics leave on a site, here from earlier or from another page of the same host. */
const LEFT_BY_OTHERS = /^_(?:ga|gid|gat|gcl|fbp|fbc)(?:_|$)/

/** Expires these cookies, wherever on this host or its parent domains they may be set. */
export function withoutOthersCookies(request: Request): string[] {
  const names = (request.headers.get('cookie') ?? '').split(';').map((pair) => firstOf(pair.split('=')).trim())
  const labels = new URL(setting('PUBLIC_URL') ?? request.url).hostname.split('.')
  const domains = labels.slice(0, -1).map((_, depth) => `; Domain=${labels.slice(depth).join('.')}`)
  return [...new Set(names)]
    .filter((name) => LEFT_BY_OTHERS.test(name))
    .slice(0, 10)
    .flatMap((name) => ['', ...domains].map((domain) => `${name}=; Path=/; Max-Age=0${domain}`))
}

/** Reports of an address in an hour: enough for everybody behind the one address of a mobile network. */
const reports = ofOperator(() => new Allowance(600, { hours: 1 }))

/** Whether an address may still report how fast pages were. */
export function mayReport(address: string, now: Temporal.Instant): boolean {
  return reports.value.take(networkOf(address), now)
}
