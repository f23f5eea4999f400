import { Map as BaseMap, type StyleSpecification, setWorkerCount, setWorkerUrl } from 'maplibre-gl'
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

/** West, south, east and north: Portugal with its islands, and the sea between. */
const AROUND: [[number, number], [number, number]] = [
  [-34, 29],
  [4, 46],
]
/** The mainland. */
export const MAINLAND: [[number, number], [number, number]] = [
  [-9.6, 36.9],
  [-6.1, 42.2],
]

/** Opens a map in an element. Throws where the browser cannot draw it. */
export function openMap(container: HTMLElement, title: string, style: StyleSpecification): BaseMap {
  letWorkerIn()
  setWorkerUrl(workerAddress)
  setWorkerCount(1)
  return new BaseMap({
    container,
    style,
    bounds: MAINLAND,
    fitBoundsOptions: { padding: 12 },
    maxBounds: AROUND,
    maxZoom: 17,
    // The page itself names the sources of the map.
    attributionControl: false,
    fadeDuration: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: { 'Map.Title': title },
  })
}

let isLetIn = false

/**
 * MapLibre starts its worker by an address that is a string, which a browser refuses under `require-trusted-types-for 'script'`. The
 * policy `map` knows that one address, and workers are started through it.
 */
function letWorkerIn(): void {
  if (isLetIn || !('trustedTypes' in globalThis)) return
  isLetIn = true
  const { trustedTypes } = globalThis as unknown as { trustedTypes: Factory }
  const policy = trustedTypes.createPolicy('map', {
    createScriptURL: (address) => {
      const { origin, pathname } = new URL(address, location.href)
      if (origin !== location.origin || pathname !== new URL(workerAddress, location.href).pathname)
        throw new TypeError(address)
      return pathname
    },
  })
  const Native = globalThis.Worker
  globalThis.Worker = class extends Native {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(policy.createScriptURL(String(address)), options)
    }
  }
}

type Factory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string }
}
