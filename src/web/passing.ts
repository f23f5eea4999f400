/**
 * A navigation within the site is one picture passing into the other, where nobody asked for less motion. It stands in the
 * head itself: a browser that meets it later, in a sheet, has given the passing up already.
 */
export const PASSING =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}::view-transition{pointer-events:none}::view-transition-group(root){animation-duration:.15s}}'
