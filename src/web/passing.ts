/**
 * A navigation within the site fades from one page into the next, unless the reader asked for less motion. The rule stands
 * in the head itself: a browser that meets it later, in a sheet, has given the transition up already.
 */
export const PASSING =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}::view-transition{pointer-events:none}::view-transition-group(root){animation-duration:.15s}}'
