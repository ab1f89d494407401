// What a thread is about to do in a model of a running graph, and where.

extension GraphState {
  /// A node of one instance of the graph, or of a part of it.
  struct Place: Hashable, BitwiseCopyable {
    private let subscriptionNumber: Int16
    private let nodeNumber: Int16
    private let instanceNumber: Int32

    init(subscription: Int, node: Int, instance: Int) {
      subscriptionNumber = Int16(subscription)
      nodeNumber = Int16(node)
      instanceNumber = Int32(instance)
    }

    var subscription: Int { Int(subscriptionNumber) }
    var node: Int { Int(nodeNumber) }
    /// Where what it remembers is kept.
    var instance: Int { Int(instanceNumber) }
  }
  /// What a thread is about to do or waits for, on its stack.
  enum Frame: Hashable, BitwiseCopyable {
    /// Waits for the exit of the action.
    case action(ordinal: Int)
    /// About to send an event into a feed or subject.
    case inject(feed: Int, ModelEvent)
    /// About to hand an event to the rest of the feed's slots.
    case emit(feed: Int, ModelEvent, rest: UInt64)
    /// About to hand an event that the node emitted to what is below it.
    case send(Place, ModelEvent)
    /// Has come past the gate of the place, and is about to put the event in the queue of what is below it.
    case enter(Place, ModelEvent)
    /// Has come to a place that gives other inputs up before it takes the event in; the bits say which are left.
    case giveUp(Place, ModelEvent, rest: UInt64)
    /// Owns the node's queue, and is about to look for the next event in it.
    case drain(Place)
    /// Owns the subject's queue, and is about to look for the next piece of work in it.
    case drainSubject(feed: Int)
    /// Waits for the entry of the observer's callback.
    case deliver(subscription: Int, ModelEvent)
    /// Waits for the exit of the observer's callback.
    case callback(subscription: Int, ModelEvent)
    /// About to subscribe a node.
    case subscribe(Place)
    /// About to subscribe the rest of a node's inputs.
    case inputs(Place, order: Int, done: Int)
    /// Waits for the record of a feed's attachment.
    case attach(Place)
    /// About to take a slot of the feed, then to publish it.
    case reserve(Place)
    case publish(Place, slot: Int)
    /// About to return from `subscribe`.
    case subscribed(subscription: Int)
    /// About to dispose a subscription through its handle.
    case dispose(subscription: Int)
    /// About to close a subscription's gate.
    case close(subscription: Int)
    /// About to end what is above the gate.
    case unwind(subscription: Int)
    /// About to return from subscribing an input to which an event or an end has led.
    case settle(Place)
    /// Has asked whether to subscribe an input again, and may be answered so.
    case asking(Place)
    /// About to subscribe the sequence that an element stands for.
    case startInner(Place, ModelEvent)
    /// Nobody wants that sequence of several any more: detach it.
    case cutOff(Int)
    /// About to subscribe what follows the input that has ended.
    case follow(Place)
    /// About to become one of those who listen to a shared connection.
    case listen(Place)
    /// About to make the shared connection, or to find it made.
    case connect(Place)
    /// About to have a connection opened.
    case open(Place)
    /// Opens connections, and is about to look for the next one.
    case drainShare(Int)
    /// About to leave its shared connection.
    case leaveShare(Place)
    /// An input of that node has completed: about to subscribe the next one, if the thread that was to do it has not. Of sequences
    /// that follow one another: goes through the list of them, and sends the end that was left behind it.
    case startNext(Place)
    /// About to act on what has happened, in one of several ways.
    case decide(Place, ClockedStage.Signal)
    /// A piece of work of a scheduler queue, or of a clock that is advanced.
    case job
    /// Advances a clock, and is about to do the next thing that is due by then.
    case advance(clock: Int, until: Int)
    /// Has done what was due by then, and is about to let the clock show that time.
    case show(clock: Int, until: Int)
    /// About to do what an appointment was made for.
    case wake(Place, tag: Int)
    /// About to read the clock, from where an appointment is to be made.
    case appoint(Place, after: Int, tag: Int)
    /// About to put an appointment on the list.
    case enlistAppointment(Place, due: Int, tag: Int)
    /// About to note what the clock shows.
    case stamp(Place)
    /// About to look again at what is due.
    case lookAgain(Place)
    /// Waits for the node's lock, to take that event of its input in.
    case meet(Place, ModelEvent, input: Int, origin: Int)
    /// Holds the node's lock, and is about to let it go.
    case unlock(Place)
    /// Holds the subject's lock, and is about to let it go.
    case unlockSubject(feed: Int)
  }

  /// The rest of what a cold source emits by itself.
  struct Task: Hashable, BitwiseCopyable {
    var place: Place
    var done: Int
  }
}
