import { CellAtlas, type Cell } from './cell-atlas.js';
import type { Rect } from './field.js';
import { YARD, type FloorLook } from './floor.js';
import { nameMode, neighbours, shownTags, type Box } from './names.js';
import { ownDisc } from './own-avatar.js';
import type { ArenaScene, ArenaShow, CrowdDrawing, DrawnFrame, Ground, Standing } from './scene.js';
import {
  avatarBox,
  nameHeight,
  nameWidth,
  paintAvatar,
  paintName,
  SPRITE_SIZES,
  type Look,
  type SpriteSize,
} from './sprites.js';
import type { Point } from '../room/zones.js';

/** More device pixels than this cost frames and show nothing. */
const MAX_SCALE = 2;
/** Time for painting pictures in a frame; the rest of a hall that joined at once follows in the next frames. */
const PAINT_MS = 4;
/** Avatars of a room in which not all are avatars have the size that they have in a hall on a phone, and in a circle on a projector. */
const PEOPLE_OF_SIZE = { phone: 200, screen: 24 };

/** Draws everybody but oneself: the floor as one bitmap, then avatars from the back to the front, then names. */
export class ArenaCanvas {
  readonly #context: CanvasRenderingContext2D;
  readonly #floor = document.createElement('canvas');
  #floorKey: string | undefined;
  #width = 0;
  #height = 0;
  #scale = 1;
  #floorLook: FloorLook = YARD;
  /** On any floor that is no picture. */
  #sizeAsUsual: SpriteSize = SPRITE_SIZES.large;
  #size: SpriteSize = SPRITE_SIZES.large;
  #avatars: CellAtlas | undefined;
  #names: CellAtlas | undefined;
  #crowd: Standing[] = [];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly forScreen: boolean,
  ) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser has no 2D canvas');
    this.#context = context;
  }

  /** Size of the arena in CSS pixels; cheap when nothing changed. Answers whether it did, which empties the canvas. */
  resize(width: number, height: number, devicePixelRatio: number): boolean {
    const scale = Math.min(MAX_SCALE, Math.max(1, devicePixelRatio));
    if (width === this.#width && height === this.#height && scale === this.#scale) return false;
    this.#width = width;
    this.#height = height;
    if (scale !== this.#scale) this.#avatars = this.#names = undefined;
    this.#scale = scale;
    this.canvas.width = this.#floor.width = Math.max(1, Math.round(width * scale));
    this.canvas.height = this.#floor.height = Math.max(1, Math.round(height * scale));
    this.#floorKey = undefined;
    return true;
  }

  /** Device pixels for each CSS pixel. */
  get scale(): number {
    return this.#scale;
  }

  get spriteSize(): SpriteSize {
    return this.#size;
  }

  /** What people walk on, in CSS pixels. */
  get field(): Rect {
    const [width, height] = [this.#width, this.#height];
    return this.#floorLook.field?.(width, height) ?? { left: 0, top: 0, width, height };
  }

  /**
   * Where the middle of an avatar is drawn, in CSS pixels. On a picture its foot is where somebody stands; elsewhere
   * a whole avatar stays inside the walls, which moves nobody over a zone's edge.
   */
  place({ x, y }: Point, radius = this.#size.disc / 2, above = 0): Point {
    const { left, top, width, height } = this.field;
    if (this.#floorLook.isPicture) return { x: left + x * width, y: top + y * height - radius };
    // Half of the smallest zone: five rows of two.
    const inside = (value: number, size: number, before: number, after: number, most: number) =>
      Math.min(Math.max(value * size, Math.min(before, most)), size - Math.min(after, most));
    return {
      x: left + inside(x, width, radius, radius, width / 4),
      y: top + inside(y, height, radius + above, radius, height / 10),
    };
  }

  draw(scene: ArenaScene, now: number): DrawnFrame {
    if (this.#width === 0 || this.#height === 0) return { avatars: 0, isMoving: false };
    this.#floorLook = scene.floor;
    const inCrowd = PEOPLE_OF_SIZE[this.forScreen ? 'screen' : 'phone'];
    this.#chooseSize(scene.crowd ? inCrowd : scene.members.size);
    const show = scene.show?.isOn ? scene.show : undefined;
    if (scene.isUnseen) this.#crowd = [];
    else this.#gather(scene, show, now);
    const isMoving = show ? this.#drawShow(show, scene.crowd, now) : this.#drawFloor(scene, now);
    const isOverhead = scene.overhead?.draw(this.#context, this, this.#crowd, scene, now);
    return { avatars: this.#crowd.length, isMoving: isMoving || isOverhead === true };
  }

  #drawFloor(scene: ArenaScene, now: number): boolean {
    this.#refreshFloor(scene.floor);
    const crowd = scene.isUnseen ? undefined : scene.crowd;
    const isCrowdMoving = crowd?.draw(this.#context, this.#ground, now) === true;
    if (!crowd) this.#context.drawImage(this.#floor, 0, 0);
    this.#drawAvatars();
    if (scene.showNames) this.#drawNames(scene);
    const isPainted = !this.#avatars?.isBehind && !(scene.showNames && this.#names?.isBehind);
    return !isPainted || isCrowdMoving || this.#crowd.some(({ isGliding }) => isGliding);
  }

  get #ground(): Ground {
    const { field, scale } = this;
    return { canvas: this.#floor, floorKey: this.#floorKey ?? '', field, scale };
  }

  #drawShow(show: ArenaShow, crowd: CrowdDrawing | undefined, now: number): boolean {
    const { atlas, cells } = this.#avatarCells();
    const scale = this.#scale;
    this.#context.setTransform(scale, 0, 0, scale, 0, 0);
    const isMoving = show.draw({
      context: this.#context,
      field: this.field,
      width: this.#width,
      height: this.#height,
      disc: this.#size.disc,
      crowd: this.#crowd,
      drawAvatar: (index, x, y, part) => {
        const [cell, standing] = [cells[index], this.#crowd[index]];
        if (!cell || !standing) return;
        standing.lift = standing.y - y;
        const side = avatarBox(this.#size) * part;
        const [left, top] = [Math.round(x - side / 2), Math.round(y - side / 2)];
        const { widthPx, heightPx } = atlas;
        // prettier-ignore
        this.#context.drawImage(cell.page, cell.x, cell.y, widthPx, heightPx, left, top, side, side);
      },
      drawDots: (sizeOf) => {
        this.#context.setTransform(1, 0, 0, 1, 0, 0);
        crowd?.drawOver?.(this.#context, this.#ground, sizeOf, now);
        this.#context.setTransform(scale, 0, 0, scale, 0, 0);
      },
    });
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    return isMoving || atlas.isBehind;
  }

  /** The more people share a floor, the smaller they are; with a margin, so that one more or less changes nothing. */
  #chooseSize(people: number): void {
    const room = (this.#width * this.#height) / Math.max(1, people);
    const current = this.#sizeAsUsual.disc;
    const fits = (size: SpriteSize, area: number) =>
      room >= area * (current === size.disc ? 0.85 : 1);
    let size: SpriteSize = SPRITE_SIZES.small;
    if (fits(SPRITE_SIZES.medium, 1_700)) size = SPRITE_SIZES.medium;
    if (fits(SPRITE_SIZES.large, 4_200)) size = SPRITE_SIZES.large;
    if (this.forScreen && fits(SPRITE_SIZES.huge, 5_000)) size = SPRITE_SIZES.huge;
    const isHalf = this.#floorLook.isPicture === true;
    const disc = isHalf ? size.disc / 2 : size.disc;
    if (disc === this.#size.disc && this.#avatars) return;
    this.#sizeAsUsual = size;
    this.#size = { ...size, disc, isHalf };
    this.#avatars = undefined;
    this.#names = undefined;
  }

  #refreshFloor(look: FloorLook): void {
    if (look.key === this.#floorKey) return;
    this.#floorKey = look.key;
    const context = this.#floor.getContext('2d', { alpha: false });
    if (!context) return;
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    look.paint(context, this.#width, this.#height);
  }

  #gather(scene: ArenaScene, show: ArenaShow | undefined, now: number): void {
    const crowd: Standing[] = [];
    show?.begin();
    for (const member of scene.crowd?.candidates(scene.members) ?? scene.members.values()) {
      if (member.id === scene.selfId) continue;
      const walk = scene.crowd?.walkOf(member.slot, now);
      const stands = walk?.at ?? scene.tracks.at(member.id, now);
      const at = stands && show ? show.placeOf(member, stands) : stands;
      if (!at) continue;
      const dead: Look = scene.seenByGhost ? 'ghost' : 'fallen';
      const look = show?.lookOf(member) ?? (member.isAlive ? 'living' : dead);
      const isGliding = walk?.isGliding ?? scene.tracks.isGliding(member.id, now);
      const hop = Math.abs(Math.sin(now / 85 + member.slot)) * this.#size.disc * 0.14;
      const lift = isGliding && scene.hop ? hop : 0;
      crowd.push({ member, look, at, ...this.place(at), isGliding, lift, part: 1 });
    }
    const { selfAt } = scene;
    const self = selfAt && { at: selfAt, ...this.place(selfAt), isGliding: selfAt.moving };
    this.#crowd = scene.crowd?.avatars(crowd, { self, disc: this.#size.disc }, now) ?? crowd;
    // From the back to the front, and the fallen under everybody's feet.
    this.#crowd.sort(
      (a, b) => Number(b.look === 'fallen') - Number(a.look === 'fallen') || a.y - b.y,
    );
  }

  #drawAvatars(): void {
    const box = avatarBox(this.#size);
    const { atlas, cells } = this.#avatarCells();
    this.#crowd.forEach(({ x, y, lift, part }, index) => {
      const cell = cells[index];
      const half = (box * part) / 2;
      if (cell) this.#blit(cell, atlas, x - half, y - half - lift, part);
    });
  }

  /** The pictures of the crowd, in its order. */
  #avatarCells(): { atlas: CellAtlas; cells: (Cell | undefined)[] } {
    const size = this.#size;
    const box = avatarBox(size);
    const atlas = (this.#avatars ??= new CellAtlas(box, box, this.#scale));
    atlas.allow(PAINT_MS);
    this.#prune(atlas);
    // All painting comes before all copying, for the reason that the atlas gives.
    const cells = this.#crowd.map(({ member, look }) => {
      const key = `${look}${member.slot}${member.isHost ? 'h' : ''}${member.connected ? '' : 'z'}${member.team ?? ''}`;
      return atlas.cell(member.id, key, (context) =>
        paintAvatar(context, member, { size, look, own: false }),
      );
    });
    return { atlas, cells };
  }

  #drawNames({ selfAt, crowd }: ArenaScene): void {
    const size = this.#size;
    const box = { width: nameWidth(size), height: nameHeight(size) };
    const atlas = (this.#names ??= new CellAtlas(box.width, box.height, this.#scale));
    atlas.allow(PAINT_MS);
    this.#prune(atlas);
    let named = this.#crowd.filter(({ look, part }) => look !== 'fallen' && part === 1);
    const mode = nameMode(crowd ? Infinity : named.length, this.#width * this.#height, !selfAt);
    const self = selfAt && this.place(selfAt);
    // Around oneself the nearest come first; on the projector an order that never changes, so
    // that names do not flicker.
    if (self) named = neighbours(self, named, mode);
    else named.sort((a, b) => a.member.slot - b.member.slot);
    const tags = named.flatMap((standing) => this.#nameTag(standing, atlas) ?? []);
    for (const { cell, x, y } of shownTags(tags, self ? this.#ownBoxes(self) : [], mode))
      this.#blit(cell, atlas, x - box.width / 2, y - box.height / 2);
  }

  /** What the own avatar and its name cover. */
  #ownBoxes({ x, y }: Point): Box[] {
    const side = ownDisc(this.#size);
    const height = nameHeight(this.#size);
    return [
      { x, y, width: side, height: side },
      { x, y: y + side * 0.52 + height / 2, width: nameWidth(this.#size), height },
    ];
  }

  #nameTag({ member, look, x, y }: Standing, atlas: CellAtlas): (Box & { cell: Cell }) | undefined {
    const size = this.#size;
    const faint = look === 'ghost' || !member.connected;
    const cell = atlas.cell(member.id, `${faint ? 'f' : ''}${member.name}`, (context) =>
      paintName(context, member.name, { size, faint }),
    );
    if (!cell) return undefined;
    const height = nameHeight(size);
    // Near the walls a name slides inwards, so that it can be read.
    const half = cell.used / 2;
    const middle = Math.min(this.#width - half, Math.max(half, x));
    const away = size.disc * 0.56 + height / 2;
    const fits = y + away + height / 2 <= this.#height;
    return { cell, x: middle, y: fits ? y + away : y - away, width: cell.used, height };
  }

  /** Whole device pixels: in between, every copy would have to be filtered. */
  #blit(cell: Cell, { widthPx, heightPx }: CellAtlas, x: number, y: number, part = 1): void {
    const left = Math.round(x * this.#scale);
    const top = Math.round(y * this.#scale);
    const [width, height] = [widthPx * part, heightPx * part];
    // prettier-ignore
    this.#context.drawImage(cell.page, cell.x, cell.y, widthPx, heightPx, left, top, width, height);
  }

  #prune(atlas: CellAtlas): void {
    if (atlas.size <= this.#crowd.length + 20) return;
    atlas.keepOnly(new Map(this.#crowd.map(({ member }) => [member.id, member])));
  }
}
