/** Drawings one below the other. */
import { px, type SvgNode, svg } from "../pictures/svg/node.ts";

/** A part of a drawing; its upper left corner is at 0, 0. */
export interface Block {
  readonly height: number;
  readonly nodes: readonly SvgNode[];
}

/** Puts blocks one below the other. @param gap between them, in pixels */
export function stacked(blocks: readonly Block[], gap = 0): Block {
  let height = 0;
  const nodes = blocks.map((block, index) => {
    const top = index === 0 ? 0 : height + gap;
    height = top + block.height;
    return moved(block, 0, top);
  });
  return { height, nodes };
}

/** Moves a block. */
export function moved({ nodes }: Block, x: number, y: number): SvgNode {
  return svg("g", { transform: `translate(${px(x)} ${px(y)})` }, ...nodes);
}
