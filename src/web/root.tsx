import type { ReactNode } from 'react'
import { Links, Meta, Outlet, useLocation, useMatches } from 'react-router'
import { HTML_LANG, languageOf, withoutLanguage } from '#messages/language.ts'
import type { Route } from './+types/root.ts'
// oxlint-disable-next-line import/default -- the bundler makes it
import panelScript from './enhancing/panel-script.ts?worker&url'
import { PRODUCT } from '#messages/brand.ts'
import { isPanel } from './links.tsx'
import { MeasuringTag } from './measuring/measuring-tag.tsx'
import { PASSING } from './passing.ts'
import { turnMiddleware } from './page-work.server.ts'
import { setTitleName, SeoHead, seoMeta } from './seo.tsx'
import { sessionMiddleware } from './session.server.ts'
import { PanelFrame, SiteFrame } from './shell/frames.tsx'
// oxlint-disable-next-line import/default -- the bundler makes it
import siteScript from './shell/site-script.ts?worker&url'
import { shellOf } from './shell/shell.server.ts'
import { useShell } from './shell/shell.ts'
import { coloursAddress } from './shell/brand.ts'
import { iconAddress, manifestAddress } from './shell/icons.ts'
import { Trouble } from './shell/trouble.tsx'
import sheet from './styles/index.css?url'
import { FACES, FONT } from './styles/faces.ts'

/** First finds out who is signed in; then a heavy page waits for its turn. */
export const middleware: Route.MiddlewareFunction[] = [sessionMiddleware, turnMiddleware]

export const loader = ({ request, context }: Route.LoaderArgs) => shellOf(request, context)

export const meta: Route.MetaFunction = ({ location }) => seoMeta(location.pathname)

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const shell = useShell()
  const dark = shell?.colourMode === 'dark'
  // Without a shell the product gives the titles its name, so that no other operator's name from an earlier page stays.
  setTitleName(shell?.brand ?? { name: PRODUCT })
  const matches = useMatches()
  if (matches.some(({ handle }) => isFragment(handle))) return <Fragment>{children}</Fragment>

  return (
    <html
      lang={HTML_LANG[languageOf(pathname)]}
      className={dark ? 'dark' : undefined}
      data-theme={dark ? 'dark' : 'light'}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={dark ? '#0f110e' : '#f7f5f0'} />
        <Meta />
        <SeoHead origin={shell?.origin ?? ''} canonical={shell?.canonical ?? 'spec'} />
        <style>{PASSING}</style>
        <style>{FACES}</style>
        <link rel="preload" href={FONT} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={sheet} />
        <Links />
        {shell?.brand.colour ? <link rel="stylesheet" href={coloursAddress(shell.brand.colour)} /> : null}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href={iconAddress(180)} />
        <link rel="manifest" href={manifestAddress(languageOf(pathname))} />
        <script type="module" src={siteScript} />
        {isPanel(withoutLanguage(pathname)) || needsPanelScript(pathname) ? (
          <script type="module" src={panelScript} />
        ) : null}
        <MeasuringTag measuring={shell?.measuring ?? null} />
      </head>
      <body>{children}</body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** Pages outside the panel that need its script: somebody draws on them, or they refresh themselves. */
function needsPanelScript(pathname: string): boolean {
  return /^\/(sign|where)\//.test(withoutLanguage(pathname))
}

/** Shows errors that no layout caught: a guard's refusal, or a defect in the shell itself. */
export function ErrorBoundary() {
  const path = withoutLanguage(useLocation().pathname)
  if (!isPanel(path)) {
    return (
      <SiteFrame>
        <Trouble />
      </SiteFrame>
    )
  }
  return (
    <PanelFrame area={path.startsWith('/admin') ? 'admin' : 'driver'}>
      <Trouble />
    </PanelFrame>
  )
}

/** A part of a page, fetched by an open one: the document around it is as small as can be. */
function Fragment({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <html lang={HTML_LANG[languageOf(pathname)]}>
      <body>{children}</body>
    </html>
  )
}

/** A route with `handle = { fragment: true }` is drawn without the shell. */
function isFragment(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'fragment' in handle
}
