/**
 * How a picture of the guide is taken: from which page, and which part of it. The run reads it, and so does the test
 * that keeps both consistent.
 */
export type Shot = {
  /** The path under `/admin` at which a picture begins; from there links are followed, one on each page. */
  path: string
  follow?: readonly string[]
  /** The height of the picture, px, from the top of what is shown. */
  height: number
  /** The heading at which the picture begins; without one, the top of the page. */
  from?: { pt: string | RegExp; en: string | RegExp }
  /** Taken at a new operator's, who has nothing yet. */
  ofNobody?: true
  /** The screen it is taken on: a phone's, or a wide one. */
  on?: 'phone' | 'wide'
}

/** The shots by the name that a chapter gives the picture. `WEEK` is the week whose files were dropped. */
export const SHOTS: Readonly<Record<string, Shot>> = {
  start: { path: '/start', height: 900, ofNobody: true },
  drop: { path: '/data', follow: ['a[href*="/admin/data/drops/"]:not([href$=removal])'], height: 900 },
  cases: { path: '/weekly/WEEK', height: 1_000 },
  week: { path: '/weekly/WEEK', from: { pt: /^\d+ motoristas$/, en: /^\d+ drivers$/ }, height: 640 },
  batch: {
    path: '/weekly/BEFORE',
    from: { pt: 'Lotes de pagamento', en: 'Payment batches' },
    height: 330,
  },
  month: { path: '/accounting', follow: ['main a[href*="/admin/accounting/20"]'], height: 900 },
  driver: { path: '/drivers', follow: ['main tbody a[href*="/admin/drivers/"]'], height: 900 },
  handover: {
    path: '/vehicles',
    follow: [
      'main tbody tr:has-text("Carla Nogueira") a[href*="/admin/vehicles/"]',
      'main a[href$="/inspections"]',
      'main a[href*="/inspections/"]:not([href$=new])',
    ],
    from: { pt: 'Fotografias', en: 'Photos' },
    height: 640,
    on: 'phone',
  },
  papers: { path: '/documents', follow: ['main a[href*="/admin/documents/"][href*="-"]'], height: 760, on: 'wide' },
  leaving: { path: '/drivers/leavers', follow: ['main a[href*="/departure"]'], height: 900 },
  audit: { path: '/users/audit', height: 1_000 },
  system: { path: '/system', from: { pt: 'Cópias guardadas', en: 'Backups kept' }, height: 136 },
}

/** The folder of the pictures and of the list of their sizes. */
export const PICTURES = 'public/guide-pictures'
export const SIZES = 'src/messages/guide/pictures.json'
export const LANGUAGES_OF_PICTURES = ['pt', 'en'] as const
