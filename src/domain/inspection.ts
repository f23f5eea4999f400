/** Kinds of inspection: the car is handed over, comes back, or is only checked. */
export const INSPECTION_KINDS = ['out', 'in', 'check'] as const
export type InspectionKind = (typeof INSPECTION_KINDS)[number]

/** Photos that an inspection needs, in the order in which one walks round the car and gets in. */
export const SIDES = [
  'front',
  'right',
  'rear',
  'left',
  'tyres',
  'boot',
  'interior-front',
  'interior-rear',
  'dashboard',
  'energy',
] as const

/** Optional photos: the four corners, at 45 degrees. */
export const CORNERS = ['front-right', 'rear-right', 'rear-left', 'front-left'] as const
export type Side = (typeof SIDES)[number] | (typeof CORNERS)[number]

/** All photos in the order in which they are shown: each corner stands between its sides. */
export const PHOTO_ORDER: readonly Side[] = [
  ...(['front', 'front-right', 'right', 'rear-right', 'rear', 'rear-left', 'left', 'front-left'] as const),
  ...SIDES.slice(4),
]

/** Things that go along with a car. */
export const CHECKS = [
  'papers',
  'sticker',
  'notices',
  'keys',
  'toll-tag',
  'cable',
  'vest',
  'triangle',
  'extinguisher',
  'spare',
  'clean',
] as const
export type Check = (typeof CHECKS)[number]

export const DAMAGE_TYPES = [
  'scratch',
  'dent',
  'broken-glass',
  'missing-part',
  'missing-paint',
  'dirt',
  'rim',
  'tyre',
  'interior',
  'other',
] as const
export type DamageType = (typeof DAMAGE_TYPES)[number]

export const SEVERITIES = ['light', 'moderate', 'serious'] as const
export type Severity = (typeof SEVERITIES)[number]

/**
 * Parts of a car and the position of each on the drawing, seen from above with the front on the left: thousandths from
 * the left and from the top.
 */
export const PARTS = {
  'front-bumper': [60, 500],
  bonnet: [200, 500],
  windscreen: [330, 500],
  roof: [520, 500],
  'rear-window': [710, 500],
  'boot-lid': [830, 500],
  'rear-bumper': [940, 500],
  'front-left': [180, 120],
  'door-front-left': [420, 120],
  'door-rear-left': [600, 120],
  'rear-left': [800, 120],
  'front-right': [180, 880],
  'door-front-right': [420, 880],
  'door-rear-right': [600, 880],
  'rear-right': [800, 880],
} as const satisfies Record<string, readonly [x: number, y: number]>
export type Part = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as Part[]

/** Finds the part nearest to a point of the drawing. */
export function partAt(x: number, y: number): Part {
  const squaredDistance = (part: Part) => (PARTS[part][0] - x) ** 2 + (PARTS[part][1] - y) ** 2
  return PART_NAMES.reduce((nearest, part) => (squaredDistance(part) < squaredDistance(nearest) ? part : nearest))
}

/**
 * The place of a damage on the drawing: the marked point, if it belongs to the named part, otherwise the part's own
 * place. Without a script the form has only the part's name, and no marked point.
 */
export function placeOf(part: Part, x: number, y: number): readonly [x: number, y: number] {
  return partAt(x, y) === part ? [x, y] : PARTS[part]
}
