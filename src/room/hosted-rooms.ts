/** What a process has of the rooms that it hosts, by room and by PIN. */
export class HostedRooms<Hosted extends { room: { view: { pin: string } } }> extends Map<
  string,
  Hosted
> {
  private readonly ids = new Map<string, string>();

  atPin(pin: string): Hosted | undefined {
    return this.get(this.ids.get(pin) ?? '');
  }

  override set(roomId: string, hosted: Hosted): this {
    this.ids.set(hosted.room.view.pin, roomId);
    return super.set(roomId, hosted);
  }

  override delete(roomId: string): boolean {
    const pin = this.get(roomId)?.room.view.pin ?? '';
    // Another room may have the PIN by now.
    if (this.ids.get(pin) === roomId) this.ids.delete(pin);
    return super.delete(roomId);
  }
}
