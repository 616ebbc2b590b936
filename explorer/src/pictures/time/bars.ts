/** Fillings that say more than a color: a hatch for rough dates, a fade for ongoing items. */

/** Returns a diagonal hatch of 3 of 5 pixels. */
export function hatch(context: CanvasRenderingContext2D, color: string): CanvasPattern {
  const tile = document.createElement("canvas");
  const ratio = 4;
  const side = Math.round(5 * Math.SQRT2 * ratio);
  tile.width = side;
  tile.height = side;
  const own = tile.getContext("2d")!;
  own.strokeStyle = color;
  own.lineWidth = 3 * ratio;
  own.beginPath();
  for (const shift of [-side, 0, side]) {
    own.moveTo(shift - side, side * 2);
    own.lineTo(shift + side * 2, -side);
  }
  own.stroke();
  const pattern = context.createPattern(tile, "repeat")!;
  pattern.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}

/** Returns a color that fades towards the right. */
export function fade(context: CanvasRenderingContext2D, color: string, from: number, to: number): CanvasGradient {
  const gradient = context.createLinearGradient(from, 0, to, 0);
  gradient.addColorStop(0, color);
  gradient.addColorStop(1, faint(color, 0.3));
  return gradient;
}

/** Returns a color of a token, as `getComputedStyle` writes it, with less opacity. */
function faint(color: string, alpha: number): string {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color);
  return parts ? `rgb(${parts[1]} ${parts[2]} ${parts[3]} / ${alpha})` : color;
}
