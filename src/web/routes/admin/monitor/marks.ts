import { showPlate } from '#domain/identifiers.ts'
import type { Translator } from '#messages/catalogue.ts'
import { inLanguage } from '#messages/language.ts'
import type { Mark } from '#web/islands/map/mark.ts'
import { ageWords } from '#web/parts/place-words.ts'
import { type SeenCar, placeWords, sourceWords } from './seen.tsx'

/** The marks on the map for the cars in the list: cars with a position, and areas by whose name a place is called. The list alone has the others. */
export function marksOf(cars: readonly SeenCar[], t: Translator): Mark[] {
  return cars.flatMap((car): Mark[] => {
    const { id, plate, driver, state, seen, fix, age } = car
    const place = fix ?? seen?.area
    if (!place || !seen) return []
    return [
      {
        id,
        to: inLanguage(`/admin/monitor/${id}`, t.language),
        name: showPlate(plate),
        driver: driver ?? t('page.monitor.nobody'),
        kind: fix ? (state === 'moving' || state === 'stopped' ? state : 'offline') : 'area',
        lat: Number(place.lat.toFixed(5)),
        lon: Number(place.lon.toFixed(5)),
        course: fix?.course ?? null,
        facts: [
          t(`page.monitor.states.${state}`),
          ...(fix?.speed && state === 'moving' ? [t('page.monitor.speed', { speed: Math.round(fix.speed) })] : []),
          ageWords(age, t),
        ].join(' · '),
        place: `${placeWords(seen, t)} · ${sourceWords(seen, t)}`,
        area: fix ? '' : (seen.area?.name ?? ''),
      },
    ]
  })
}
